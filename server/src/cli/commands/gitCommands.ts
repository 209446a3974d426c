import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { gitMerge } from '../git/gitMerge.js';
import { install, uninstall } from '../git/install.js';
import { Mistake } from '../options.js';

export const gitCommand: Command = {
  usages: () => ['install', 'uninstall'],
  words: () => [t('Sets up Git to merge targeting files rule by rule and show them in words, or undoes this.')],
  options: ['global', 'local', 'marker-size'],
  exitCodes: () => ({
    0: t('Done; a merge has no conflicts.'),
    2: t('The command failed.'),
    3: t('A merge has conflicts.'),
  }),
  run: ({ global = false, local = false, 'marker-size': size = '7' }, [what, ...places], world) => {
    if (local && global)
      throw new Mistake(t('{0} and {1} exclude each other. Give one of them.', '--local', '--global'));
    const scope = global ? 'global' : 'local';
    if (what === 'install' && places.length === 0) return install(scope, world);
    if (what === 'uninstall' && places.length === 0) return uninstall(scope, world);
    // Git calls `merge`: `git install` registers it as a merge driver.
    const [first, second, third, path = second, ...labels] = places;
    if (what !== 'merge' || first === undefined || second === undefined || third === undefined || path === undefined)
      throw new Mistake(t('Specify what to do: toggle-targeting git install, or toggle-targeting git uninstall'));
    if (!/^[1-9]\d?$/.test(size)) throw new Mistake(t('{0} must be a number, not {1}.', '--marker-size', size));
    const [base, ours, theirs] = labels;
    const named = {
      ...{ base: labelOf(base, 'base'), ours: labelOf(ours, 'ours'), theirs: labelOf(theirs, 'theirs') },
      size: Number(size),
    };
    return gitMerge({ base: first, ours: second, theirs: third, path, labels: named }, world);
  },
};

/** @returns the label of a side, or the side's name if Git (before 2.44) left a placeholder such as `%X` in place */
function labelOf(label: string | undefined, side: string): string {
  return label === undefined || /^(?:%[SXY])?$/.test(label) ? side : label;
}
