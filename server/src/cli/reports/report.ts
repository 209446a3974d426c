/** The interface of a report, which prints the result of each file. */
import type { ProblemCode } from '../../core/checks/codes.js';
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import { shownSeverities } from '../../core/features/reportedProblem.js';

export interface Report {
  /** Prints the result of a file. It is called for files with a result, in the order of their paths. */
  readonly file: (file: ReportedFile) => string;
  readonly end: (totals: Totals) => string;
}

export interface ReportedFile {
  readonly uri: string;
  readonly text: string;
  readonly problems: readonly ReportedProblem[];
  /** The number of fixed problems, by code. */
  readonly fixed: ReadonlyMap<ProblemCode, number>;
}

export interface Totals {
  readonly files: number;
  readonly filesWithProblems: number;
  /** The number of problems by severity, including problems that are not shown. */
  readonly problems: Readonly<Record<ShownSeverity, number>>;
  readonly shown: number;
  readonly fixable: number;
  readonly fixed: number;
  /** The mildest severity that makes the check fail, and the number of problems that are at least that severe. */
  readonly failOn: ShownSeverity;
  readonly failing: number;
  /** Error messages, one sentence each. */
  readonly failures: readonly string[];
}

export interface ReportOptions {
  readonly pathOf: (uri: string) => string;
  readonly version: string;
  readonly homepage: string;
  /** The URL of the page that documents the problem codes. */
  readonly docs: string;
  readonly manual: string;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly columns: number;
}

/** @param mildest the mildest severity that makes the check fail */
export function failingSeverities(mildest: ShownSeverity): readonly ShownSeverity[] {
  return shownSeverities.slice(0, shownSeverities.indexOf(mildest) + 1);
}
