/** Requests for edits that the client applies: deleting a variation, pulling, merging, creating a file and so on. */
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';
import type { Impact } from './push.js';

export interface DeleteVariationParams {
  readonly uri: string;
  readonly version: number;
  readonly index: number;
  /** The index of the variation to serve instead, counted before the deletion. */
  readonly instead?: number;
}

export type VariationDeletion =
  | { readonly kind: 'ready'; readonly edit: WorkspaceEdit }
  /** The client must ask the user for a replacement, because the variation is served and `instead` is absent. */
  | { readonly kind: 'asks'; readonly variation: string; readonly replacements: readonly Replacement[] }
  /** The document has changed, does not have the variation, or has a share that cannot be read. */
  | { readonly kind: 'changed' };

export interface Replacement {
  readonly index: number;
  readonly label: string;
  /** A warning about other consequences of serving this variation instead. */
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
  /** The number of pasted fields that are left out because the condition already has the same value. */
  readonly duplicates: number;
}

/** Converts lines or CSV to JSON strings for the values of a condition; null if the text should be pasted unchanged. */
export const pasteValuesRequest = new RequestType<PasteValuesParams, PastedValues | null, void>(
  'toggleTargeting/pasteValues',
);

export interface CarryOverParams {
  readonly uri: string;
  readonly version: number;
  /** The part to carry over: the changes since an earlier text, or a single rule by its index. */
  readonly what: { readonly since: string } | { readonly rule: number };
}

/** A change that is carried over to the file of the same toggle in another environment, and its effect. */
export interface CarriedChange {
  readonly environment: string;
  readonly uri: string;
  readonly reason?: string;
  /** A sentence for each change; empty if the file already has the change, or no part of it can be carried over. */
  readonly changes: readonly string[];
  /** The users in the environment who get a different value; empty if nothing changes. */
  readonly affected: string;
  /** The effect that the client checks against the organization's rules for pushes; absent if nothing changes. */
  readonly risk?: { readonly disables: boolean; readonly impact: Impact };
  /** A sentence for each rule of the organization that the changed file breaks. */
  readonly broken: readonly string[];
  /** Whether one of the broken rules blocks a push. */
  readonly isRefused: boolean;
  readonly leftOut: readonly string[];
  /** Edits of the file; `before` is the text that the edits apply to. */
  readonly edits: readonly TextEdit[];
  readonly before: string;
}

/** Returns a change per environment; null if the document has changed, empty if its path has no environment. */
export const carryOverRequest = new RequestType<CarryOverParams, readonly CarriedChange[] | null, void>(
  'toggleTargeting/carryOver',
);

/** Adds the attributes used in files to their config; `uri` is the config or a file. Returns the error, or null. */
export const writeAttributesRequest = new RequestType<{ readonly uri: string }, string | null, void>(
  'toggleTargeting/writeAttributes',
);

export interface PullParams {
  readonly uri: string;
  /** The stored state as JSON text: one object with `disabled` and `content`. */
  readonly body: string;
}

export type Pull =
  /** `text`: the whole text of the file after the edits. */
  | { readonly kind: 'ready'; readonly version: number; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly kind: 'not-an-object' };

/** Returns the edits that make a file match the stored state; null if the server does not have the file open. */
export const pullRequest = new RequestType<PullParams, Pull | null, void>('toggleTargeting/pull');

/** Returns the text of a new file with the stored state. `body` has the same form as in `PullParams`. */
export const newFileRequest = new RequestType<{ readonly body: string }, string, void>('toggleTargeting/newFile');

export interface MergeParams {
  /** The texts of one file on both sides and in their common base. Without a base, every difference is a conflict. */
  readonly base?: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Returns the merged text, with markers at conflicts; null if `ours` or `theirs` is not valid JSON. */
export const mergeRequest = new RequestType<MergeParams, string | null, void>('toggleTargeting/merge');
