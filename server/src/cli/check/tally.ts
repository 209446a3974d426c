/** Counts problems, and selects the problems to report. */
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import type { ReportedFile, Totals } from '../reports/report.js';
import { failingSeverities } from '../reports/report.js';

export interface TallyOptions {
  readonly failOn: ShownSeverity;
  readonly quiet: boolean;
  /** The maximum number of reported problems in all files together. */
  readonly maxProblems: number;
}

export class Tally {
  readonly #counts = {
    files: 0,
    filesWithProblems: 0,
    problems: { error: 0, warning: 0, information: 0, hint: 0 },
    shown: 0,
    fixable: 0,
    fixed: 0,
  };

  constructor(private readonly options: TallyOptions) {}

  /** @param fixable number of problems with a single fix @returns undefined if the file has nothing to report */
  add(file: ReportedFile, fixable: number): ReportedFile | undefined {
    const { problems, fixed } = file;
    const { failOn, quiet, maxProblems } = this.options;
    const counts = this.#counts;
    counts.files += 1;
    counts.filesWithProblems += problems.length > 0 ? 1 : 0;
    counts.fixable += fixable;
    for (const count of fixed.values()) counts.fixed += count;
    for (const { severity } of problems) counts.problems[severity] += 1;
    const failing = failingSeverities(failOn);
    const wanted = quiet ? problems.filter(({ severity }) => failing.includes(severity)) : problems;
    const shown = wanted.slice(0, maxProblems - counts.shown);
    counts.shown += shown.length;
    return shown.length + fixed.size === 0 ? undefined : { ...file, problems: shown };
  }

  totals(failures: readonly string[]): Totals {
    const { failOn } = this.options;
    const { problems } = this.#counts;
    const failing = failingSeverities(failOn).reduce((sum, severity) => sum + problems[severity], 0);
    return { ...this.#counts, failOn, failing, failures };
  }
}
