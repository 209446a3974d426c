import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { places } from '../command.js';
import { Mistake } from '../options.js';
import { propagate } from '../diff/propagate.js';

export const propagateCommand: Command = {
  usages: () => [['--git BASE...HEAD', '--from', 'ENV', places()].join(' ')],
  words: () => [t('Applies the changes of one environment to the same toggles in the others, rule by rule.')],
  options: ['git', 'from', 'to', 'write'],
  exitCodes: () => ({
    0: t('There is nothing to apply; with --write, all changes are applied.'),
    1: t('Some changes cannot be applied: a file changed the same part differently, or would break a rule.'),
    2: t('Some files could not be read or written.'),
    3: t('There are changes to apply.'),
  }),
  run: ({ git, from, to, write = false }, paths, world) => {
    if (git === undefined || from === undefined)
      throw new Mistake(t('Specify the changes: toggle-targeting propagate --git BASE...HEAD --from ENV'));
    return propagate({ git, from, to: to?.split(','), write, places: paths }, world);
  },
};
