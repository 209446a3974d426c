/** Reports about a file for programs: `check --format json` and language model tools. Unsaved changes are included. */
import { RequestType } from 'vscode-languageserver-protocol';

/** A problem as it is reported to programs. Lines and columns are counted from 1. */
export interface ReportedProblem extends ReportedPlace {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly help: string | undefined;
  readonly related: readonly (ReportedPlace & { readonly uri: string; readonly message: string })[];
  readonly tags: readonly string[];
  /** Fixes of the problem. `fixes` and `why` are absent unless requested. */
  readonly fixes?: readonly ReportedFix[];
  readonly why?: readonly string[];
}

/** A range in a text. Columns are counted in UTF-16 code units; `end` is exclusive. */
export interface ReportedPlace {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A possible fix of a problem. Its edits must be applied together, and refer to the checked text. */
export interface ReportedFix {
  readonly title: string;
  /** Whether `--fix` applies the fix. */
  readonly isOnlyAnswer: boolean;
  readonly edits: readonly (ReportedPlace & { readonly newText: string })[];
}

/** Returns whether a file is inside its workspace folder after all links are resolved. The file need not be open. */
export const isInsideRequest = new RequestType<{ readonly uri: string }, boolean, void>('toggleTargeting/isInside');

export interface ProblemReport {
  /** The first problems, each with the edits of its fixes. */
  readonly problems: readonly ReportedProblem[];
  readonly count: number;
}

/** Returns the problems of a file; null if the file is not open or too large. */
export const problemReportRequest = new RequestType<{ readonly uri: string }, ProblemReport | null, void>(
  'toggleTargeting/problemReport',
);

/** Describes a targeting file line by line; null if the file is of another kind, not open or too large. */
export const fileInWordsRequest = new RequestType<{ readonly uri: string }, readonly string[] | null, void>(
  'toggleTargeting/fileInWords',
);
