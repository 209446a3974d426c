/** Requests before a push: problems, body, tests, and the impact on users. */
import type { Diagnostic, Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

/** Returned for an open targeting file before a push; null if the server does not have it open. */
export interface Check {
  readonly version: number;
  /** Severities in force are applied, and problems that the editor reports itself are included. */
  readonly problems: readonly Diagnostic[];
  readonly comment?: string;
  /** JSON text of the body to push, with the file's comment or an empty one; absent if the text is not one object. */
  readonly body?: string;
}

export interface CheckParams {
  readonly uri: string;
  /** A name in the config. Only this environment's rules of the organisation count; if absent, those of all do. */
  readonly environment?: string;
}

export const checkRequest = new RequestType<CheckParams, Check | null, void>('toggleTargeting/check');

export interface PayloadParams {
  readonly uri: string;
  readonly version: number;
}

export type Payload =
  /** Errors block a push. */
  | { readonly kind: 'ready'; readonly body: string; readonly errors: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'not-an-object'; readonly errors: number };

export const payloadRequest = new RequestType<PayloadParams, Payload, void>('toggleTargeting/payload');

export interface FailingTests {
  /** The file with the tests, and its name. */
  readonly uri: string;
  readonly name: string;
  /** The number of failed tests; 0 if they cannot be run. */
  readonly failed: number;
  /** The message of the first failure, or why the tests cannot be run. */
  readonly message: string;
  readonly range?: Range;
}

export interface FailingTestsParams {
  /** A file of the toggle, in any environment. */
  readonly uri: string;
  readonly environment: string;
  readonly body: string;
}

/** Returns null if the environment does not require tests, or all pass. */
export const failingTestsRequest = new RequestType<FailingTestsParams, FailingTests | null, void>(
  'toggleTargeting/failingTests',
);

export interface ImpactParams {
  readonly environment: string;
  /** Simultaneous changes of different toggles in this environment. */
  readonly changes: readonly ToggleChange[];
  /** Toggles of this environment that have no file, as read from the service. */
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
  /** The toggle's text in the format of a change's texts; absent if it was not read. */
  readonly text?: string;
  /** Some of the toggles it requires. */
  readonly requires: readonly string[];
}

export interface EnvironmentToggles {
  /** The number of the service's toggles without a file; absent if unknown. */
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
  /** `nobody` is proved; `somebody` has an example; otherwise `unknown`. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** In ten-thousandths: the largest share of users at any rule or default whose value may change. 10000 if unknown. */
  readonly most: number;
  /** In ten-thousandths, if `who` is unknown: the largest known share among users at an unchanged rule or default. */
  readonly known?: number;
  readonly words: string;
  readonly changes: readonly ChangeOfPlace[];
  /** Users of targeting.users.json who get a different value; `asked` were evaluated, and `unknown` of them may get one. */
  readonly users: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly asked: number;
  readonly unknown: number;
  /** Toggles that require this one, directly or through others, and change or may change with it. */
  readonly dependents?: readonly DependentImpact[];
  /** Keys of other changed toggles that this impact depends on. */
  readonly together?: readonly string[];
  /** Keys of required toggles that do not change at the same time; they count as their files define them. */
  readonly required?: readonly string[];
  /** A sentence about what is unknown of toggles that may require this one. */
  readonly unlisted?: string;
  /** The service can build the toggle now but not after the change, so the push is blocked. `words` explains it. */
  readonly breaks?: true;
}

/** The effect of a change on another toggle that requires the changed one. */
export interface DependentImpact {
  readonly toggle: string;
  readonly who: 'somebody' | 'unknown';
  /** In ten-thousandths of all buckets: the largest share that may change for any user. */
  readonly most: number;
  /** Who changes, from which value to which, and which toggle requires which. */
  readonly words: string;
}

/** In words: the effect on the users at one rule or default. */
export interface ChangeOfPlace {
  /** Who changes, from which value to which; absent if a value is unknown, or a prerequisite decides. */
  readonly sentence?: string | undefined;
  /** The rule or default that decides, before and after. */
  readonly place: string;
  /** Each value before and after, with its share. */
  readonly moves: readonly string[];
  /** Explains that fewer users could have been moved. */
  readonly churn?: string | undefined;
  readonly example?: string | undefined;
}

/** Returns the impact of each change, in their order. */
export const impactRequest = new RequestType<ImpactParams, readonly Impact[], void>('toggleTargeting/impact');
