/** Toggles in several environments, as pages of plain text. */
import { RequestType } from 'vscode-languageserver-protocol';

export interface ComparisonPage {
  readonly lines: readonly string[];
  /** Lines that name a toggle, by their index, with a file of it. */
  readonly links: readonly { readonly line: number; readonly uri: string }[];
}

/** The toggle of a file in all environments; null where the path of the file names none. */
export const compareToggleRequest = new RequestType<{ readonly uri: string }, ComparisonPage | null, void>(
  'toggleTargeting/compareToggle',
);

export interface CompareEnvironmentsParams {
  readonly configUri: string;
  /** By their names in the config. */
  readonly environments: readonly [one: string, other: string];
}

/** All toggles of a config in two environments; null where there is none. */
export const compareEnvironmentsRequest = new RequestType<CompareEnvironmentsParams, ComparisonPage | null, void>(
  'toggleTargeting/compareEnvironments',
);
