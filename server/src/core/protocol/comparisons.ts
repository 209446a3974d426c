/** Requests that compare toggles between environments; the result is a page of plain text. */
import { RequestType } from 'vscode-languageserver-protocol';

export interface ComparisonPage {
  readonly lines: readonly string[];
  /** Lines that name a toggle, with one of its files; `line` is an index into `lines`. */
  readonly links: readonly { readonly line: number; readonly uri: string }[];
}

/** Compares a file's toggle in all environments; null if the file's path does not name an environment. */
export const compareToggleRequest = new RequestType<{ readonly uri: string }, ComparisonPage | null, void>(
  'toggleTargeting/compareToggle',
);

export interface CompareEnvironmentsParams {
  readonly configUri: string;
  readonly environments: readonly [one: string, other: string];
}

/** Compares all toggles of a config in two environments; null if neither environment has a file. */
export const compareEnvironmentsRequest = new RequestType<CompareEnvironmentsParams, ComparisonPage | null, void>(
  'toggleTargeting/compareEnvironments',
);
