import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { places } from '../command.js';
import type { DiffOptions } from '../diff/diff.js';
import { diff } from '../diff/diff.js';
import { toldFormats } from '../reports/commandReport.js';
import type { Values } from '../options.js';
import { Mistake, oneOf, share } from '../options.js';

export const diffCommand: Command = {
  usages: () => ['BEFORE AFTER', `--git BASE...HEAD ${places()}`],
  words: () => [t('Shows how a change affects users: whose value changes, and which targeting becomes dead.')],
  options: ['git', 'format', 'max-share'],
  formats: toldFormats,
  exitCodes: () => ({
    0: t("Nobody's value changes, or only for as many users as --max-share allows."),
    1: t('A file does not reach users, or the value changes for more users than --max-share allows.'),
    2: t('The comparison failed.'),
    3: t('The value changes for some users, or it is unknown whether it does.'),
  }),
  run: (values, paths, world) => {
    const format = oneOf('format', values.format, toldFormats);
    const maxShare = share('max-share', values['max-share']);
    return diff({ format, maxShare, compared: comparedIn(values, paths) }, world);
  },
};

function comparedIn({ git }: Values, paths: readonly string[]): DiffOptions['compared'] {
  if (git !== undefined) return { git, places: paths };
  const [before, after, another] = paths;
  if (before !== undefined && after !== undefined && another === undefined) return { before, after };
  throw new Mistake(
    t('Specify two files: toggle-targeting diff BEFORE AFTER, or toggle-targeting diff --git BASE...HEAD'),
  );
}
