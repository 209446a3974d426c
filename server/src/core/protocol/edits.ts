/** Edits that the client applies: a variation deleted, a file pulled or made. */
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';
import type { Impact } from './push.js';

export interface DeleteVariationParams {
  readonly uri: string;
  /** The version of the document that `index` belongs to. */
  readonly version: number;
  readonly index: number;
  /** The variation to serve in its place, by its index before the deletion. */
  readonly instead?: number;
}

export type VariationDeletion =
  | { readonly kind: 'ready'; readonly edit: WorkspaceEdit }
  /** The variation is served, and `instead` does not say what to serve in its place. */
  | { readonly kind: 'asks'; readonly variation: string; readonly replacements: readonly Replacement[] }
  /** The document has another version by now, or has no such variation. */
  | { readonly kind: 'changed' };

export interface Replacement {
  readonly index: number;
  readonly label: string;
  /** What else would change. */
  readonly detail?: string;
}

export const deleteVariationRequest = new RequestType<DeleteVariationParams, VariationDeletion, void>(
  'toggleTargeting/deleteVariation',
);

export interface PasteValuesParams {
  readonly uri: string;
  readonly version: number;
  /** What the paste replaces. */
  readonly range: Range;
  readonly text: string;
}

export interface PastedValues {
  /** Goes where the range is. */
  readonly newText: string;
  readonly values: number;
  /** Fields that are left out, as their value is there already. */
  readonly duplicates: number;
}

/** Lines or CSV as strings among the values of a condition; null where they are to be pasted as they are. */
export const pasteValuesRequest = new RequestType<PasteValuesParams, PastedValues | null, void>(
  'toggleTargeting/pasteValues',
);

export interface CarryOverParams {
  readonly uri: string;
  /** Of the open document. */
  readonly version: number;
  /** The change of the document since it had that text; or one of its rules, by its index. */
  readonly what: { readonly since: string } | { readonly rule: number };
}

/** What the change of a file does in the file of the same toggle in another environment. In words. */
export interface CarriedChange {
  readonly environment: string;
  readonly uri: string;
  /** Why nothing can be changed there. */
  readonly reason?: string;
  /** None where the file has the change already. */
  readonly changes: readonly string[];
  /** Who gets a different value there; empty where nothing changes. */
  readonly affected: string;
  /** The same, for rules of the organisation; absent where nothing changes. */
  readonly risk?: { readonly disables: boolean; readonly impact: Impact };
  /** Rules of the organisation that the file breaks then, a sentence each. */
  readonly broken: readonly string[];
  /** Whether a push is refused for one of these. */
  readonly isRefused: boolean;
  readonly leftOut: readonly string[];
  /** Of the file as the server knows it, whose text is `before`. */
  readonly edits: readonly TextEdit[];
  readonly before: string;
}

/** Null where the document has another version by now; none where its path names no environment. */
export const carryOverRequest = new RequestType<CarryOverParams, readonly CarriedChange[] | null, void>(
  'toggleTargeting/carryOver',
);

/** Lists the attributes that the files of a config look at; `uri` is of the config or of one of its files. The answer says why not, or is null. */
export const writeAttributesRequest = new RequestType<{ readonly uri: string }, string | null, void>(
  'toggleTargeting/writeAttributes',
);

export interface PullParams {
  readonly uri: string;
  /** JSON text of what the service has stored: one object with `disabled` and `content`. */
  readonly body: string;
}

export type Pull =
  /** `text` is the whole text after the edits. */
  | { readonly kind: 'ready'; readonly version: number; readonly edits: readonly TextEdit[]; readonly text: string }
  /** The text is neither empty nor one JSON object without syntax problems. */
  | { readonly kind: 'not-an-object' };

/** How a file would be changed to say what a service has stored; null when the server does not have it open. */
export const pullRequest = new RequestType<PullParams, Pull | null, void>('toggleTargeting/pull');

/** The text of a file that says what a service has stored and nothing else; parameter: JSON text as of PullParams. */
export const newFileRequest = new RequestType<{ readonly body: string }, string, void>('toggleTargeting/newFile');

export interface MergeParams {
  /** Texts of one file; without a base, whatever is not the same is a conflict. */
  readonly base?: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The merged text, with markers where both changed the same; null where ours or theirs is no right JSON. */
export const mergeRequest = new RequestType<MergeParams, string | null, void>('toggleTargeting/merge');
