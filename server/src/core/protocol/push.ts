/** Requests that the client sends before a push: for problems, the body, failing tests, and the impact on users. */
import type { Diagnostic, Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

/** The result of checking a targeting file before a push. It is null if the server does not have the file open. */
export interface Check {
  readonly version: number;
  /** Problems with their configured severities, including problems that the editor reports itself. */
  readonly problems: readonly Diagnostic[];
  readonly comment?: string;
  /** JSON text of the body to push, with a comment that may be empty; absent if the file is not a JSON object. */
  readonly body?: string;
}

export interface CheckParams {
  readonly uri: string;
  /** The name of the environment whose rules are checked; if absent, the rules of all environments are checked. */
  readonly environment?: string;
}

export const checkRequest = new RequestType<CheckParams, Check | null, void>('toggleTargeting/check');

export interface PayloadParams {
  readonly uri: string;
  readonly version: number;
}

export type Payload =
  /** `errors`: the number of errors, which block a push. */
  | { readonly kind: 'ready'; readonly body: string; readonly errors: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'not-an-object'; readonly errors: number };

export const payloadRequest = new RequestType<PayloadParams, Payload, void>('toggleTargeting/payload');

export interface FailingTests {
  /** The URI and the name of the file with the tests. */
  readonly uri: string;
  readonly name: string;
  /** The number of failed tests; 0 if the tests cannot be run. */
  readonly failed: number;
  /** The message of the first failure, or the reason why the tests cannot be run. */
  readonly message: string;
  readonly range?: Range;
}

export interface FailingTestsParams {
  /** The URI of a file of the toggle, in any environment. */
  readonly uri: string;
  readonly environment: string;
  readonly body: string;
}

/** Returns the failing tests; null if the environment does not require tests, or if all tests pass. */
export const failingTestsRequest = new RequestType<FailingTestsParams, FailingTests | null, void>(
  'toggleTargeting/failingTests',
);

export interface ImpactParams {
  readonly environment: string;
  /** Simultaneous changes to different toggles in this environment. */
  readonly changes: readonly ToggleChange[];
  /** Toggles of this environment that have no file but exist in the service. */
  readonly others?: readonly OtherToggle[];
}

export interface ToggleChange {
  readonly uri: string;
  readonly toggle: string;
  /** JSON texts with `disabled` and `content`: the live version and the new version. */
  readonly before: string;
  readonly after: string;
}

export interface OtherToggle {
  readonly toggle: string;
  /** The toggle's JSON text with `disabled` and `content`; absent if the toggle was not read. */
  readonly text?: string;
  /** Keys of toggles that this toggle requires. The list may be incomplete. */
  readonly requires: readonly string[];
}

export interface EnvironmentToggles {
  /** The number of toggles in the service that have no file; absent if unknown. */
  readonly withoutFile?: number;
}

export interface EnvironmentTogglesParams {
  readonly uri: string;
  readonly environment: string;
}

export const environmentTogglesRequest = new RequestType<EnvironmentTogglesParams, EnvironmentToggles, void>(
  'toggleTargeting/environmentToggles',
);

export interface Impact {
  /** Whether any user's value changes. `nobody` is proved; `somebody` means that such a user was found. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** The largest share of users of any rule or default whose value may change, in ten-thousandths; 10000 if unknown. */
  readonly most: number;
  /** Set if `who` is `unknown`: like `most`, but only for users of the same rule or default before and after. */
  readonly known?: number;
  readonly words: string;
  readonly changes: readonly ChangeOfPlace[];
  /** Users in targeting.users.json whose value changes. `asked` counts evaluated users, `unknown` undecided users. */
  readonly users: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly asked: number;
  readonly unknown: number;
  /** Toggles that require the changed toggle, directly or indirectly, and whose values change or may change. */
  readonly dependents?: readonly DependentImpact[];
  /** Keys of other changed toggles that this impact depends on. */
  readonly together?: readonly string[];
  /** Keys of required toggles that do not change at the same time; their files define their values. */
  readonly required?: readonly string[];
  /** A sentence about toggles without a file, if it is unknown whether they require the changed toggle. */
  readonly unlisted?: string;
  /** Set if the service can build the toggle now, but not after the change, which blocks the push (see `words`). */
  readonly breaks?: true;
}

/** The effect of a change on a toggle that requires the changed toggle. */
export interface DependentImpact {
  readonly toggle: string;
  readonly who: 'somebody' | 'unknown';
  /** Like `most` of `Impact`, but for the values of this toggle. */
  readonly most: number;
  /** The users whose value changes, the values before and after, and the chain of required toggles. */
  readonly words: string;
}

/** The effect on the users of one rule or of the default, in words. */
export interface ChangeOfPlace {
  /** The users whose value changes, and the values before and after; absent if unknown or if a prerequisite decides. */
  readonly sentence?: string | undefined;
  /** The rule or default that decides, before and after. */
  readonly place: string;
  /** Each pair of values before and after the change, with the share of users whose value changes in this way. */
  readonly moves: readonly string[];
  /** A note if the same shares could be reached by moving fewer users. */
  readonly churn?: string | undefined;
  readonly example?: string | undefined;
}

/** Returns the impact of each change, in the order of the changes. */
export const impactRequest = new RequestType<ImpactParams, readonly Impact[], void>('toggleTargeting/impact');
