import { t } from '../../../core/t.js';
import type { Command } from '../../command.js';
import { notAllDone, ofTokens, places } from '../../command.js';
import { withAccess } from '../../deploy/access.js';
import { drift, driftFormats } from '../../deploy/drift.js';
import { placesOrCurrentFolder, oneOf, timeout } from '../../options.js';

export const driftCommand: Command = {
  usages: () => [places()],
  words: () => [t('Compares files with the live version.'), ofTokens()],
  options: ['env', 'format', 'timeout'],
  formats: driftFormats,
  exitCodes: () => ({
    0: t('All files match the live version.'),
    2: notAllDone(),
    3: t('A file differs from the live version.'),
  }),
  run: (values, paths, world) => {
    const format = oneOf('format', values.format, driftFormats);
    const options = { places: placesOrCurrentFolder(paths), environment: values.env, format };
    return withAccess(world, timeout(values), (access) => drift(options, world, access));
  },
};
