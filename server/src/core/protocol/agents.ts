/** What programs are told of a file: in `check --format json`, and by language model tools, unsaved changes included. */
import { RequestType } from 'vscode-languageserver-protocol';

/** A diagnostic in words, its places counted from one as people and their tools count. */
export interface ReportedProblem extends ReportedPlace {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly help: string | undefined;
  readonly related: readonly (ReportedPlace & { readonly uri: string; readonly message: string })[];
  readonly tags: readonly string[];
  /** Absent where nobody asked for them. */
  readonly fixes?: readonly ReportedFix[];
  /** The lines that say why it is one. Absent where nobody asked for them. */
  readonly why?: readonly string[];
}

/** Columns are UTF-16 units; the end is the place behind the last one. */
export interface ReportedPlace {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** One answer to a problem. Its edits belong together, and are of the text that was checked. */
export interface ReportedFix {
  readonly title: string;
  /** Then `--fix` makes it. */
  readonly isOnlyAnswer: boolean;
  readonly edits: readonly (ReportedPlace & { readonly newText: string })[];
}

/** Whether a file, open or not, really lies in the workspace folder where it seems to be: no link leads out. */
export const isInsideRequest = new RequestType<{ readonly uri: string }, boolean, void>('toggleTargeting/isInside');

export interface ProblemReport {
  /** The first of them, each with the edits of its fixes. */
  readonly problems: readonly ReportedProblem[];
  /** How many there are. */
  readonly count: number;
}

/** Null for a file that is not open or too large, as with the next. */
export const problemReportRequest = new RequestType<{ readonly uri: string }, ProblemReport | null, void>(
  'toggleTargeting/problemReport',
);

/** A targeting file in plain words, a line each; null for another file. */
export const fileInWordsRequest = new RequestType<{ readonly uri: string }, readonly string[] | null, void>(
  'toggleTargeting/fileInWords',
);
