/** Who gets what, now and since an earlier text. */
import type { Range } from 'vscode-languageserver-types';
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/** A person that `Evaluate for…` asks about, beside those of targeting.users.json. */
export interface AskedUser {
  readonly name: string;
  /** What splits go by; the name where it is absent. */
  readonly key?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Those that the user is in; absent where their definitions decide. */
  readonly segments?: readonly string[];
  /** Unix seconds; the present where it is absent. */
  readonly now?: number;
  /** From 0 to 9999, instead of that of the key. */
  readonly bucket?: number;
}

export interface WhoGetsWhatParams {
  readonly uri: string;
  readonly asked: readonly AskedUser[];
  /** What the results are compared with: a text that the file once had, or the one that was saved last where this is absent. */
  readonly earlier?: string;
}

/** What each user gets of an open targeting file, unsaved changes included. */
export interface WhoGetsWhat {
  readonly version: number;
  /** Why nobody gets anything of it, or why something is left out: the words, and what they are about. */
  readonly notice?: { readonly words: string; readonly range?: Range };
  /** The users file that counts; absent where there is none. */
  readonly usersUri?: string;
  /** Whether all users that it means are here: its text is right JSON with a list of users. */
  readonly areAll: boolean;
  /** The attributes that the file looks at. */
  readonly subjects: readonly string[];
  /** How many users of the file are too many to be evaluated with every keystroke. */
  readonly omitted: number;
  readonly users: readonly UserGets[];
}

export interface UserGets {
  readonly name: string;
  /** One of those that were asked for. */
  readonly isAsked: boolean;
  /** An application asked for this user, who is in no file; false where it is absent. */
  readonly isSeen?: true;
  /** The variation or what happens instead, in words. */
  readonly gets: string;
  /** The rule or default that decides, in words. */
  readonly by: string;
  /** What the earlier text gives, where that differs. */
  readonly earlier?: string;
  /** Which SDKs give a different result, and what; one sentence each. */
  readonly sdks: readonly string[];
  /** Where the deciding rule or default stands. */
  readonly range?: Range;
}

export const whoGetsWhatRequest = new RequestType<WhoGetsWhatParams, WhoGetsWhat | null, void>(
  'toggleTargeting/whoGetsWhat',
);

/**
 * Other files have changed, so that users may get different values from an open file, although it was not edited. Editors pass over
 * what begins with "$/" and is unknown to them; of anything else, some would warn.
 */
export const usersChangedNotification = new NotificationType<Record<string, never>>('$/toggleTargeting/usersChanged');

export interface ReasonParams extends WhoGetsWhatParams {
  readonly user: string;
}

/** A step on the way to what a user gets. */
export interface ReasonStep {
  readonly words: string;
  /** What was looked at, or what keeps it from holding. */
  readonly detail: string;
  /** `unreached`: evaluation has ended before. */
  readonly state: 'holds' | 'fails' | 'depends' | 'unreached';
  readonly range?: Range;
  readonly steps: readonly ReasonStep[];
}

/** A case for a `*.targeting.test.json` that expects what a user gets now; null for a user who is not there. */
export const testRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/test');

/** Of the server's command that adds a test. */
export interface AddTestArgument {
  readonly uri: string;
  /** Of the document that the rule was counted in. */
  readonly version: number;
  /** With `changed`, of someone whose value differs from that of the saved text. */
  readonly rule: number | 'default' | 'changed';
}

export const reasonRequest = new RequestType<ReasonParams, readonly ReasonStep[] | null, void>(
  'toggleTargeting/reason',
);

export interface ChangesSinceParams {
  readonly uri: string;
  /** Of the open document that is meant. */
  readonly version: number;
  /** What the file said once. */
  readonly text: string;
}

/** What users get otherwise than with an earlier text of the file, in words. */
export interface ChangesSince {
  /** Behind "since …:" */
  readonly summary: string;
  /** Users of the file of users first, then what decides. None where nobody gets anything else. */
  readonly changes: readonly Changed[];
}

export interface Changed {
  readonly isUser: boolean;
  /** The user's name, or what decides. */
  readonly who: string;
  /** From what to what. */
  readonly what: string;
  /** What decides about the user; or an example, and whether fewer could have been moved. */
  readonly detail: string;
  /** Where what decides now stands. */
  readonly range?: Range;
}

/** Null where it cannot be told, or the document has another version by now. */
export const changesSinceRequest = new RequestType<ChangesSinceParams, ChangesSince | null, void>(
  'toggleTargeting/changesSince',
);
