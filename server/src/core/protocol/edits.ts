/** Requests for edits that the client applies: deleting a variation, pulling, merging, creating a file and so on. */
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';
import type { Impact } from './push.js';

export interface DeleteVariationParams {
  readonly uri: string;
  readonly version: number;
  readonly index: number;
  /** The index, before the deletion, of the variation to serve instead. */
  readonly instead?: number;
}

export type VariationDeletion =
  | { readonly kind: 'ready'; readonly edit: WorkspaceEdit }
  /** The variation is served, and `instead` is absent. */
  | { readonly kind: 'asks'; readonly variation: string; readonly replacements: readonly Replacement[] }
  /** Also if the document has no such variation. */
  | { readonly kind: 'changed' };

export interface Replacement {
  readonly index: number;
  readonly label: string;
  /** Other consequences of serving this variation instead. */
  readonly detail?: string;
}

export const deleteVariationRequest = new RequestType<DeleteVariationParams, VariationDeletion, void>(
  'toggleTargeting/deleteVariation',
);

export interface PasteValuesParams {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  readonly text: string;
}

export interface PastedValues {
  readonly newText: string;
  readonly values: number;
  /** The number of fields left out because the condition already has their value. */
  readonly duplicates: number;
}

/** Turns lines or CSV into strings for the values of a condition; null if the text should be pasted unchanged. */
export const pasteValuesRequest = new RequestType<PasteValuesParams, PastedValues | null, void>(
  'toggleTargeting/pasteValues',
);

export interface CarryOverParams {
  readonly uri: string;
  readonly version: number;
  /** Either the changes since an earlier text, or one rule by its index. */
  readonly what: { readonly since: string } | { readonly rule: number };
}

/** In words: the effect of a file's change on the same toggle in another environment. */
export interface CarriedChange {
  readonly environment: string;
  readonly uri: string;
  readonly reason?: string;
  /** Empty if the file already has the change. */
  readonly changes: readonly string[];
  /** The users who get a different value there; empty if nothing changes. */
  readonly affected: string;
  /** The effect as the organisation's rules judge it; absent if nothing changes. */
  readonly risk?: { readonly disables: boolean; readonly impact: Impact };
  /** A sentence for each rule of the organisation that the changed file breaks. */
  readonly broken: readonly string[];
  /** Whether one of these rules blocks a push. */
  readonly isRefused: boolean;
  readonly leftOut: readonly string[];
  /** Edits of the file as the server knows it; its text is `before`. */
  readonly edits: readonly TextEdit[];
  readonly before: string;
}

/** Returns null if the document has changed; empty if its path does not name an environment. */
export const carryOverRequest = new RequestType<CarryOverParams, readonly CarriedChange[] | null, void>(
  'toggleTargeting/carryOver',
);

/** Adds the attributes that a config's files use to its list; `uri` is either's. Returns null, or why it failed. */
export const writeAttributesRequest = new RequestType<{ readonly uri: string }, string | null, void>(
  'toggleTargeting/writeAttributes',
);

export interface PullParams {
  readonly uri: string;
  /** The stored state as JSON text: one object with `disabled` and `content`. */
  readonly body: string;
}

export type Pull =
  /** `text` is the whole text after the edits. */
  | { readonly kind: 'ready'; readonly version: number; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly kind: 'not-an-object' };

/** Returns the edits that make a file match the stored state; null if the server does not have the file open. */
export const pullRequest = new RequestType<PullParams, Pull | null, void>('toggleTargeting/pull');

/** Returns the text of a new file with the stored state; `body` as in `PullParams`. */
export const newFileRequest = new RequestType<{ readonly body: string }, string, void>('toggleTargeting/newFile');

export interface MergeParams {
  /** Texts of one file. Without a base, every difference is a conflict. */
  readonly base?: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Returns the merged text, with markers at conflicts; null if `ours` or `theirs` is not valid JSON. */
export const mergeRequest = new RequestType<MergeParams, string | null, void>('toggleTargeting/merge');
