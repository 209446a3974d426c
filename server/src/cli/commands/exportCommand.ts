import { t } from '../../core/t.js';
import { askedUser, userOptions } from '../evaluate/askedUser.js';
import type { Command } from '../command.js';
import { notAllDone, places } from '../command.js';
import { withOnline } from '../online.js';
import type { ExportOptions } from '../local/export.js';
import { exportData } from '../local/export.js';
import type { Values } from '../options.js';
import { placesOrCurrentFolder, Mistake, oneOf } from '../options.js';

const formats = ['server', 'client'] as const;

export const exportCommand: Command = {
  usages: () => [`${places()} --env dev --out repo.json`, `${places()} --env dev --format client --user ada`],
  words: () => [
    t('Writes the data that SDKs receive for an environment, for applications that run without a service.'),
  ],
  options: ['env', 'out', 'force', 'format', ...userOptions, 'online', 'timeout'],
  formats,
  exitCodes: () => ({
    0: t('Every toggle reaches SDKs as its file defines it.'),
    1: t('A toggle would reach SDKs differently from its file, so nothing is written.'),
    2: notAllDone(),
  }),
  run: (values, paths, world) => {
    const client = clientOf(values);
    const { env: environment, out, force = false } = values;
    const options: ExportOptions = { places: placesOrCurrentFolder(paths), environment, out, force, client };
    if (values.online === true && environment === undefined)
      throw new Mistake(t('{0} works only with {1}.', '--online', '--env'));
    return withOnline(values, world, (access) => exportData(options, world, access));
  },
};

function clientOf(values: Values) {
  const isForClient = oneOf('format', values.format, formats) === 'client';
  const given = userOptions.find((name) => values[name] !== undefined);
  if (!isForClient && given !== undefined)
    throw new Mistake(t('{0} works only with {1}.', `--${given}`, '--format client'));
  if (!isForClient) return undefined;
  if (values.user === undefined && values.key === undefined)
    throw new Mistake(t('--format client needs a user: {0} or {1}.', '--user', '--key'));
  return askedUser(values);
}
