/** Requests for the values that users get from a file, and for the differences from an earlier text of the file. */
import type { Range } from 'vscode-languageserver-types';
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/** A user entered for `Evaluate for…`, in addition to the users of targeting.users.json. */
export interface AskedUser {
  readonly name: string;
  /** The key, which decides the bucket of a split; if absent, the name. */
  readonly key?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Keys of the segments that contain the user; if absent, the segments' definitions decide. */
  readonly segments?: readonly string[];
  /** The time of the evaluation in Unix seconds; if absent, the current time. */
  readonly now?: number;
  /** The bucket, from 0 to 9999; if absent, derived from the key. */
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
  /** A message that explains why nobody gets a value or why something is left out, with the range it refers to. */
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
  /** Set if an application requested a toggle for this user, who is not in any file. */
  readonly isSeen?: true;
  /** The variation or other outcome that the user gets, in words. */
  readonly gets: string;
  /** The rule or default that decides, in words. */
  readonly by: string;
  /** The result with the earlier text, if it differs. */
  readonly earlier?: string;
  /** A sentence for each SDK result that differs from the official result. */
  readonly sdks: readonly string[];
  readonly range?: Range;
}

export const whoGetsWhatRequest = new RequestType<WhoGetsWhatParams, WhoGetsWhat | null, void>(
  'toggleTargeting/whoGetsWhat',
);

/** Sent if values shown for a file may be outdated, because another file changed. Editors may ignore "$/" methods. */
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
  /** The rule or default to test. `changed`: test a user whose value differs from the value with the saved text. */
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

/** How users' results differ from their results with an earlier text of the file, in words. */
export interface ChangesSince {
  /** A summary that is displayed after "since …:". */
  readonly summary: string;
  /** Changes of users in the users file, then of rules and the default, then of toggles that require this toggle. */
  readonly changes: readonly Changed[];
}

export interface Changed {
  readonly isUser: boolean;
  /** The user's name, the deciding rule or default, or the key of another toggle. */
  readonly who: string;
  /** The values before and after the change. */
  readonly what: string;
  /** For users, the deciding rule or default; for rules and the default, an example, and a note on needless moves. */
  readonly detail: string;
  /** The range of the rule or default that decides after the change. */
  readonly range?: Range;
}

/** Returns the changes; null if they cannot be determined, or if the document has changed. */
export const changesSinceRequest = new RequestType<ChangesSinceParams, ChangesSince | null, void>(
  'toggleTargeting/changesSince',
);
