/** Requests for pages of plain text about toggles in source code. Language model tools receive the same data. */
import type { Position } from 'vscode-languageserver-protocol';
import { RequestType } from 'vscode-languageserver-protocol';

export interface CodePage {
  readonly lines: readonly string[];
  /** Lines that name a file; `line` is an index into `lines`. */
  readonly links: readonly { readonly line: number; readonly uri: string; readonly at?: Position }[];
  /** The listed toggles as data for programs, if the page lists toggles that could be removed. */
  readonly toggles: readonly StaleToggle[];
  /** A sentence for each fact that could not be determined. */
  readonly unknown: readonly string[];
}

/** A toggle that is still called in code, but serves everyone the same value until someone changes it. */
export interface StaleToggle {
  readonly key: string;
  readonly file: string;
  readonly keep: string;
  readonly environments: readonly string[];
  /** The calls of the toggle, each as `path:line method`. */
  readonly places: readonly string[];
}

/** Returns the URIs of the configs that have `code`. */
export const codeConfigsRequest = new RequestType<Record<string, never>, readonly string[], void>(
  'toggleTargeting/codeConfigs',
);

/** Offers to add `code` to the config of a file whose text calls a toggle. Returns whether the person was asked. */
export const offerCodeRequest = new RequestType<{ readonly uri: string; readonly text: string }, boolean, void>(
  'toggleTargeting/offerCode',
);

/** Returns the toggles that could be removed, or the calls of `toggle`; null if the config has no `code`. */
export const codePageRequest = new RequestType<CodePageParams, CodePage | null, void>('toggleTargeting/codePage');

export interface CodePageParams {
  readonly configUri: string;
  readonly toggle?: string;
}
