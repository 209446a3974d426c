/** Reports about a file for programs: `check --format json` and language model tools. Unsaved changes are included. */
import { RequestType } from 'vscode-languageserver-protocol';

/** A diagnostic in words. Lines and columns are counted from 1. */
export interface ReportedProblem extends ReportedPlace {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly help: string | undefined;
  readonly related: readonly (ReportedPlace & { readonly uri: string; readonly message: string })[];
  readonly tags: readonly string[];
  /** Absent unless requested, like `why`. */
  readonly fixes?: readonly ReportedFix[];
  readonly why?: readonly string[];
}

/** Columns are counted in UTF-16 units; `end` is exclusive. */
export interface ReportedPlace {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A possible fix of a problem. Its edits belong together and refer to the checked text. */
export interface ReportedFix {
  readonly title: string;
  /** If true, `--fix` applies the fix. */
  readonly isOnlyAnswer: boolean;
  readonly edits: readonly (ReportedPlace & { readonly newText: string })[];
}

/** Whether a file, open or not, really is inside its workspace folder: no link leads out of the folder. */
export const isInsideRequest = new RequestType<{ readonly uri: string }, boolean, void>('toggleTargeting/isInside');

export interface ProblemReport {
  /** The first problems, each with the edits of its fixes. */
  readonly problems: readonly ReportedProblem[];
  readonly count: number;
}

/** Returns null for a file that is not open or too large. */
export const problemReportRequest = new RequestType<{ readonly uri: string }, ProblemReport | null, void>(
  'toggleTargeting/problemReport',
);

/** Returns a targeting file in plain words, line by line; null if it is another kind of file, not open or too large. */
export const fileInWordsRequest = new RequestType<{ readonly uri: string }, readonly string[] | null, void>(
  'toggleTargeting/fileInWords',
);
