/** The summary line of a report. */
import { t } from '../../core/t.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import type { ReportedFile, Totals } from './report.js';
import { shownSeverities } from '../../core/features/reportedProblem.js';
import { failingSeverities } from './report.js';
import { listOf, sentencesOf } from '../../core/targeting/joined.js';

/** @returns for example `2 problems in 1 of 9 files: 2 warnings. 1 can be fixed with --fix. Failed because of …`. */
export function summary(totals: Totals): string {
  const { files, failures, problems, shown, fixable, fixed } = totals;
  // The failures have already been printed.
  if (files === 0 && failures.length > 0) return '';
  const sum = shownSeverities.reduce((count, severity) => count + problems[severity], 0);
  const sentences = [found(sum, totals)];
  if (fixed > 0) sentences.unshift(fixed === 1 ? t('Fixed 1 problem.') : t('Fixed {0} problems.', fixed));
  if (shown < sum) sentences.push(shown === 1 ? t('Only 1 is shown.') : t('Only {0} are shown.', shown));
  if (fixable > 0)
    sentences.push(fixable === 1 ? t('1 can be fixed with --fix.') : t('{0} can be fixed with --fix.', fixable));
  if (totals.failing > 0) sentences.push(failed(totals));
  return `${sentencesOf(sentences)}\n`;
}

/** The sentence that explains exit code 1. */
export function failed({ problems, failOn }: Totals): string {
  return t('Failed: {0} (--fail-on {1}).', listed(failingSeverities(failOn), problems), failOn);
}

/** @returns for example `dev/checkout.targeting.json: fixed 2 non-string-value, 1 syntax`. */
export function fixedLine(path: string, fixed: ReportedFile['fixed']): string {
  return t('{0}: fixed {1}', path, listOf(Array.from(fixed, ([code, count]) => t('{1} {0}', code, count))));
}

function found(sum: number, { problems, files, filesWithProblems }: Totals): string {
  if (files === 0) return t('There are no targeting files.');
  if (sum === 0) return files === 1 ? t('No problems in 1 file.') : t('No problems in {0} files.', files);
  return t('{0}: {1}.', where(sum, filesWithProblems, files), listed(shownSeverities, problems));
}

function listed(severities: readonly ShownSeverity[], problems: Totals['problems']): string {
  const found = severities.filter((severity) => problems[severity] > 0);
  return listOf(found.map((severity) => counted(severity, problems[severity])));
}

function where(sum: number, filesWithProblems: number, files: number): string {
  if (files === 1) return sum === 1 ? t('1 problem in 1 file') : t('{0} problems in 1 file', sum);
  if (sum === 1) return t('1 problem in 1 of {0} files', files);
  return t('{0} problems in {1} of {2} files', sum, filesWithProblems, files);
}

function counted(severity: ShownSeverity, count: number): string {
  switch (severity) {
    case 'error':
      return count === 1 ? t('1 error') : t('{0} errors', count);
    case 'warning':
      return count === 1 ? t('1 warning') : t('{0} warnings', count);
    case 'information':
      return count === 1 ? t('1 remark') : t('{0} remarks', count);
    case 'hint':
      return count === 1 ? t('1 hint') : t('{0} hints', count);
  }
}
