import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { places } from '../command.js';
import { Mistake } from '../options.js';
import { promoteChanges } from '../diff/promoteChanges.js';

export const promoteCommand: Command = {
  usages: () => [['--git BASE...HEAD', '--from', 'ENV', places()].join(' ')],
  words: () => [t('Promotes the changes in the files of one environment to the files of others, rule by rule.')],
  options: ['git', 'from', 'to', 'write'],
  exitCodes: () => ({
    0: t('There is nothing to promote; with --write, all changes are promoted.'),
    1: t('Some changes cannot be promoted: a file changed the same part differently, or would break a rule.'),
    2: t('Some files could not be read or written.'),
    3: t('There are changes to promote.'),
  }),
  run: ({ git, from, to, write = false }, paths, world) => {
    if (git === undefined || from === undefined)
      throw new Mistake(t('Specify the changes: toggle-targeting promote --git BASE...HEAD --from ENV'));
    return promoteChanges({ git, from, to: to?.split(','), write, places: paths }, world);
  },
};
