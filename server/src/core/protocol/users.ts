/** Who gets what, now and compared with an earlier text. */
import type { Range } from 'vscode-languageserver-types';
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/** A user entered for `Evaluate for…`, in addition to those of targeting.users.json. */
export interface AskedUser {
  readonly name: string;
  /** Decides the bucket of a split; the name if absent. */
  readonly key?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Segments that the user is in; if absent, their definitions decide. */
  readonly segments?: readonly string[];
  /** Unix seconds; the current time if absent. */
  readonly now?: number;
  /** 0 to 9999; if absent, derived from the key. */
  readonly bucket?: number;
}

export interface WhoGetsWhatParams {
  readonly uri: string;
  readonly asked: readonly AskedUser[];
  /** An earlier text of the file to compare with; if absent, the last saved text. */
  readonly earlier?: string;
}

/** Each user's result for an open targeting file, including unsaved changes. */
export interface WhoGetsWhat {
  readonly version: number;
  /** Why nobody gets a value, or why something is left out, with the range it refers to. */
  readonly notice?: { readonly words: string; readonly range?: Range };
  /** The URI of the applicable users file, if any. */
  readonly usersUri?: string;
  /** Whether `users` covers the whole users file: its text is valid JSON with a list of users. */
  readonly areAll: boolean;
  /** The attributes used in the file. */
  readonly subjects: readonly string[];
  /** The number of users left out because evaluating all of them with every keystroke would take too long. */
  readonly omitted: number;
  readonly users: readonly UserGets[];
}

export interface UserGets {
  readonly name: string;
  readonly isAsked: boolean;
  /** An application requested a toggle for this user, who is in no file. */
  readonly isSeen?: true;
  /** In words: the variation, or what happens instead. */
  readonly gets: string;
  /** In words: the rule or default that decides. */
  readonly by: string;
  /** The result by the earlier text, if it differs. */
  readonly earlier?: string;
  /** A sentence for each SDK result that differs. */
  readonly sdks: readonly string[];
  readonly range?: Range;
}

export const whoGetsWhatRequest = new RequestType<WhoGetsWhatParams, WhoGetsWhat | null, void>(
  'toggleTargeting/whoGetsWhat',
);

/** Other files may have changed users' values in an open file. Editors ignore unknown methods that begin with "$/". */
export const usersChangedNotification = new NotificationType<Record<string, never>>('$/toggleTargeting/usersChanged');

export interface ReasonParams extends WhoGetsWhatParams {
  readonly user: string;
}

export interface ReasonStep {
  readonly words: string;
  /** The value that was compared, or the reason why the step does not hold. */
  readonly detail: string;
  /** `unreached`: evaluation ended before this step. */
  readonly state: 'holds' | 'fails' | 'depends' | 'unreached';
  readonly range?: Range;
  readonly steps: readonly ReasonStep[];
}

/** Returns a case for a `*.targeting.test.json` that expects the user's current result; null if the user is unknown. */
export const testRequest = new RequestType<ReasonParams, string | null, void>('toggleTargeting/test');

export interface AddTestArgument {
  readonly uri: string;
  /** The version of the document in which `rule` is an index. */
  readonly version: number;
  /** `changed` tests a user whose value differs from that of the saved text. */
  readonly rule: number | 'default' | 'changed';
}

export const reasonRequest = new RequestType<ReasonParams, readonly ReasonStep[] | null, void>(
  'toggleTargeting/reason',
);

export interface ChangesSinceParams {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** In words: how users' results differ from those of an earlier text of the file. */
export interface ChangesSince {
  /** Follows "since …:". */
  readonly summary: string;
  /** Users from the users file first, then rules and the default. Empty if nobody's result differs. */
  readonly changes: readonly Changed[];
}

export interface Changed {
  readonly isUser: boolean;
  /** The user's name, or the deciding rule or default. */
  readonly who: string;
  /** The value before and after. */
  readonly what: string;
  /** The decider for a user, or an example for a rule or default, and whether fewer users could have been moved. */
  readonly detail: string;
  /** The range of the rule or default that now decides. */
  readonly range?: Range;
}

/** Returns null if the changes cannot be determined, or the document has changed. */
export const changesSinceRequest = new RequestType<ChangesSinceParams, ChangesSince | null, void>(
  'toggleTargeting/changesSince',
);
