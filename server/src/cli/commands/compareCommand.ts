import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { places } from '../command.js';
import { compare } from '../diff/compare.js';
import { toldFormats } from '../reports/commandReport.js';
import { placesOrCurrentFolder, Mistake, oneOf } from '../options.js';

export const compareCommand: Command = {
  usages: () => [['ENV', 'ENV', places()].join(' ')],
  words: () => [t('Shows which toggles serve users differently in two environments, and which users.')],
  options: ['format'],
  formats: toldFormats,
  exitCodes: () => ({
    0: t('All toggles serve everyone the same in both environments.'),
    1: t('A file does not reach users, or a toggle has no file in an environment.'),
    2: t('The comparison failed.'),
    3: t('A toggle serves some users differently, or it is unknown whether it does.'),
  }),
  run: (values, [one, other, ...rest], world) => {
    if (one === undefined || other === undefined || one === other)
      throw new Mistake(t('Specify two environments: toggle-targeting compare dev online'));
    const format = oneOf('format', values.format, toldFormats);
    return compare({ environments: [one, other], places: placesOrCurrentFolder(rest), format }, world);
  },
};
