/** Code and its toggles, as pages of plain text and for agents. */
import type { Position } from 'vscode-languageserver-protocol';
import { RequestType } from 'vscode-languageserver-protocol';

export interface CodePage {
  readonly lines: readonly string[];
  /** Lines that name a file, by their index. */
  readonly links: readonly { readonly line: number; readonly uri: string; readonly at?: Position }[];
  /** The same for programs, where the page is about toggles that could go. */
  readonly toggles: readonly StaleToggle[];
  /** What could not be told, in words. */
  readonly unknown: readonly string[];
}

/** A toggle that gives everyone the same value forever, and is still called. */
export interface StaleToggle {
  readonly key: string;
  readonly file: string;
  /** What everyone gets. */
  readonly keep: string;
  readonly environments: readonly string[];
  /** As `path:line method`. */
  readonly places: readonly string[];
}

/** URIs of the configs that say which code asks for toggles. */
export const codeConfigsRequest = new RequestType<Record<string, never>, readonly string[], void>(
  'toggleTargeting/codeConfigs',
);

/** Toggles that could go, or where code asks for one of them; null where that config asks for no code. */
export const codePageRequest = new RequestType<CodePageParams, CodePage | null, void>('toggleTargeting/codePage');

export interface CodePageParams {
  readonly configUri: string;
  readonly toggle?: string;
}
