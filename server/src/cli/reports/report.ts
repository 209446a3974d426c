/** What every report is given, and what it is: text that is printed as the files come. */
import type { ProblemCode } from '../../core/checks/codes.js';
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import { shownSeverities } from '../../core/features/reportedProblem.js';

export interface Report {
  /** Of files with something to show, in the order of their paths. */
  readonly file: (file: ReportedFile) => string;
  readonly end: (totals: Totals) => string;
}

export interface ReportedFile {
  readonly uri: string;
  readonly text: string;
  /** Those that are to be shown. */
  readonly problems: readonly ReportedProblem[];
  /** How many problems of each code were fixed. */
  readonly fixed: ReadonlyMap<ProblemCode, number>;
}

export interface Totals {
  readonly files: number;
  readonly filesWithProblems: number;
  /** Shown or not. */
  readonly problems: Readonly<Record<ShownSeverity, number>>;
  readonly shown: number;
  readonly fixable: number;
  readonly fixed: number;
  /** The mildest severity that fails, and how many problems are as bad as that. */
  readonly failOn: ShownSeverity;
  readonly failing: number;
  /** What could not be checked or written, as sentences. */
  readonly failures: readonly string[];
}

export interface ReportOptions {
  /** A file by its URI, as it is to be printed. */
  readonly pathOf: (uri: string) => string;
  readonly version: string;
  readonly homepage: string;
  /** The page that documents the codes. */
  readonly docs: string;
  readonly manual: string;
  readonly quiet: boolean;
  readonly color: boolean;
  /** How many columns a line may have. */
  readonly columns: number;
}

/** @param mildest of those that fail */
export function failingSeverities(mildest: ShownSeverity): readonly ShownSeverity[] {
  return shownSeverities.slice(0, shownSeverities.indexOf(mildest) + 1);
}
