/** A report prints its text file by file. */
import type { ProblemCode } from '../../core/checks/codes.js';
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import { shownSeverities } from '../../core/features/reportedProblem.js';

export interface Report {
  /** Called for files with something to show, sorted by path. */
  readonly file: (file: ReportedFile) => string;
  readonly end: (totals: Totals) => string;
}

export interface ReportedFile {
  readonly uri: string;
  readonly text: string;
  readonly problems: readonly ReportedProblem[];
  /** The number of fixed problems by code. */
  readonly fixed: ReadonlyMap<ProblemCode, number>;
}

export interface Totals {
  readonly files: number;
  readonly filesWithProblems: number;
  /** Includes the problems that are not shown. */
  readonly problems: Readonly<Record<ShownSeverity, number>>;
  readonly shown: number;
  readonly fixable: number;
  readonly fixed: number;
  /** The mildest severity that fails, and the number of problems at least that severe. */
  readonly failOn: ShownSeverity;
  readonly failing: number;
  /** Errors, as sentences. */
  readonly failures: readonly string[];
}

export interface ReportOptions {
  readonly pathOf: (uri: string) => string;
  readonly version: string;
  readonly homepage: string;
  /** The page that documents the codes. */
  readonly docs: string;
  readonly manual: string;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly columns: number;
}

/** @param mildest severity that fails */
export function failingSeverities(mildest: ShownSeverity): readonly ShownSeverity[] {
  return shownSeverities.slice(0, shownSeverities.indexOf(mildest) + 1);
}
