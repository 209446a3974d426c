import { t } from '../../../core/t.js';
import type { Command } from '../../command.js';
import { notAllDone, ofTokens } from '../../command.js';
import { withAccess } from '../../deploy/access.js';
import { pull } from '../../deploy/pull.js';
import { environment, Mistake, timeout } from '../../options.js';

export const pullCommand: Command = {
  usages: () => ['--all --env dev', '--toggle KEY --env dev'],
  words: () => [t('Pulls the live version into files.'), ofTokens()],
  options: ['env', 'toggle', 'all', 'timeout'],
  exitCodes: () => ({
    0: t('The files match the live version.'),
    2: notAllDone(),
    4: t('A file was left unchanged because its content would be lost.'),
  }),
  run: (values, places, world) => {
    const { toggle = [], all = false } = values;
    const options = { environment: environment('pull', values), toggles: all ? undefined : toggle };
    if (all === toggle.length > 0 || places.length > 0)
      throw new Mistake(
        t('Specify toggles: toggle-targeting pull --toggle KEY --env NAME, or --all in place of --toggle'),
      );
    return withAccess(world, timeout(values), (access) => pull(options, world, access));
  },
};
