/** What is asked before a push: problems, body, tests, and what it does to people. */
import type { Diagnostic, Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

/** What is known of an open targeting file before it is pushed; null when the server does not have it open. */
export interface Check {
  readonly version: number;
  /** With the severities in force, those included that the editor shows by itself. */
  readonly problems: readonly Diagnostic[];
  /** The file's own comment; absent when it has none. */
  readonly comment?: string;
  /** JSON text of what is pushed, with that comment or an empty one; absent when the text is not one JSON object. */
  readonly body?: string;
}

export interface CheckParams {
  readonly uri: string;
  /** By its name in the config: rules of the organisation count that are its own. Without it, those of all environments. */
  readonly environment?: string;
}

export const checkRequest = new RequestType<CheckParams, Check | null, void>('toggleTargeting/check');

export interface PayloadParams {
  readonly uri: string;
  readonly version: number;
}

export type Payload =
  /** A push is refused while there are errors. */
  | { readonly kind: 'ready'; readonly body: string; readonly errors: number }
  /** The document has another version by now. */
  | { readonly kind: 'changed' }
  /** The text is not one JSON object. */
  | { readonly kind: 'not-an-object'; readonly errors: number };

export const payloadRequest = new RequestType<PayloadParams, Payload, void>('toggleTargeting/payload');

/** Why an environment that requires tests refuses a push. */
export interface FailingTests {
  /** The file with the tests, and what it is called. */
  readonly uri: string;
  readonly name: string;
  /** None where they cannot be run. */
  readonly failed: number;
  /** Of the first failure, or why they cannot be run. */
  readonly message: string;
  readonly range?: Range;
}

export interface FailingTestsParams {
  /** A file of the toggle, in whichever environment. */
  readonly uri: string;
  /** By its name in the config. */
  readonly environment: string;
  /** JSON text of what would be pushed there. */
  readonly body: string;
}

/** Asked before a body is pushed: null where the environment requires no tests, or all of them pass. */
export const failingTestsRequest = new RequestType<FailingTestsParams, FailingTests | null, void>(
  'toggleTargeting/failingTests',
);

export interface ImpactParams {
  /** By its name in the config. */
  readonly environment: string;
  /** Of different toggles of this environment, which change together. */
  readonly changes: readonly ToggleChange[];
  /** Toggles of this environment that have no file, as the service tells them. */
  readonly others?: readonly OtherToggle[];
}

export interface ToggleChange {
  /** A file of the toggle, in whichever environment. */
  readonly uri: string;
  readonly toggle: string;
  /** JSON texts with `disabled` and `content`: what is live, and what would be. */
  readonly before: string;
  readonly after: string;
}

export interface OtherToggle {
  readonly toggle: string;
  /** As those of a change; absent where it was not read. */
  readonly text?: string;
  /** Some toggles that it requires. */
  readonly requires: readonly string[];
}

/** The toggles of an environment. */
export interface EnvironmentToggles {
  /** How many the service lists that have no file; absent where nobody knows. */
  readonly withoutFile?: number;
}

export interface EnvironmentTogglesParams {
  /** A targeting file, in whichever environment. */
  readonly uri: string;
  /** By its name in the config. */
  readonly environment: string;
}

export const environmentTogglesRequest = new RequestType<EnvironmentTogglesParams, EnvironmentToggles, void>(
  'toggleTargeting/environmentToggles',
);

/** What a change does to people. */
export interface Impact {
  /** `nobody` is proved, of `somebody` there is an example; otherwise it is unknown. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** In ten-thousandths: wherever users come to, at most this share of them gets a different value. 10000 where nobody knows. */
  readonly most: number;
  /** In ten-thousandths, where `who` is unknown: the largest share that is known of those who come to the same place before and afterwards. */
  readonly known?: number;
  /** Both in a sentence. */
  readonly words: string;
  readonly changes: readonly ChangeOfPlace[];
  /** Of the users in targeting.users.json those who get a different value; how many were looked at, and of how many it is not known. */
  readonly users: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly asked: number;
  readonly unknown: number;
  /** Toggles that require this one, directly or through others, and change with it or may do so. */
  readonly dependents?: readonly DependentImpact[];
  /** Toggles that change with it and count for what is said here. */
  readonly together?: readonly string[];
  /** Toggles that it requires, which do not change with it and count as their files have them. */
  readonly required?: readonly string[];
  /** What is not known of toggles that may require this one, as a sentence. */
  readonly unlisted?: string;
  /** The service can build the toggle as it is, and not as it would be, so nothing may be pushed. `words` says so. */
  readonly breaks?: true;
}

/** What a change does to another toggle, which requires the changed one. */
export interface DependentImpact {
  readonly toggle: string;
  readonly who: 'somebody' | 'unknown';
  /** In ten-thousandths of all buckets: at most this share of anyone's. */
  readonly most: number;
  /** Who changes from what to what, and what requires what. */
  readonly words: string;
}

/** What becomes of those who come to one rule or default. In words. */
export interface ChangeOfPlace {
  /** Who changes from what to what; absent where nobody knows a value, or a prerequisite decides. */
  readonly sentence?: string | undefined;
  /** What decides before and afterwards. */
  readonly place: string;
  /** From what to what, with the buckets. */
  readonly moves: readonly string[];
  /** That fewer users could have been moved. */
  readonly churn?: string | undefined;
  readonly example?: string | undefined;
}

/** One for each change, in their order. */
export const impactRequest = new RequestType<ImpactParams, readonly Impact[], void>('toggleTargeting/impact');
