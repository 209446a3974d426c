/** Where files go, and where the files of toggles belong. */
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

/** One toggle in one environment of a service. */
export interface Target {
  readonly environment: string;
  readonly environmentKey: string;
  readonly baseUrl: string;
  readonly project: string;
  readonly toggle: string;
  readonly protected: boolean;
  /** Set by the client where the config does not protect it, but the person's setting or what they used before does. */
  readonly protectedBy?: 'setting' | 'memory';
  readonly api?: 'featureprobe';
  /** The tests of the toggle must pass before a push. */
  readonly requiresTests?: true;
  /** Absent where the organisation asks nothing of a push. */
  readonly policy?: PushPolicy;
  /** Of the file, by CODEOWNERS; absent where it has none, or none is known. */
  readonly owners?: readonly string[];
}

/** What rules of the organisation do about a push that breaks them: refuse it, ask, or only say so. */
export interface PushPolicy {
  readonly maxStep?: { readonly percent: number; readonly severity: PushSeverity };
  /** Other toggles change with this one. */
  readonly dependents?: { readonly severity: PushSeverity };
}

export type PushSeverity = 'error' | 'warning' | 'information';

export type Targets =
  /** No targeting.config.json in the file's folder or above it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  /** `bound`: the path names the one environment; otherwise every environment of the config is a target. */
  | {
      readonly kind: 'found';
      readonly configUri: string;
      readonly bound: boolean;
      readonly targets: readonly Target[];
    };

export interface TargetsParams {
  readonly uri: string;
  /** Read the config anew, even if no change of it was heard of: what is pushed goes where the file says now. */
  readonly fresh?: boolean;
  /** Every environment of the config, also for a file whose path names one. */
  readonly everywhere?: boolean;
}

export const targetsRequest = new RequestType<TargetsParams, Targets, void>('toggleTargeting/targets');

/** A targeting.config.json has changed, so that files may go elsewhere now. About its "$/", see users.ts. */
export const targetsChangedNotification = new NotificationType<Record<string, never>>(
  '$/toggleTargeting/targetsChanged',
);

export interface FilesForParams {
  /** Of a targeting.config.json, or of where one could be: the nearest one counts. */
  readonly configUri: string;
  readonly toggles: readonly string[];
}

export type FilesFor =
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  | { readonly kind: 'found'; readonly configUri: string; readonly environments: readonly EnvironmentFiles[] };

export interface EnvironmentFiles {
  /** Its toggle is empty. */
  readonly place: Target;
  /** One for each toggle that was asked for, in that order. */
  readonly files: readonly FileFor[];
}

export type FileFor =
  | { readonly toggle: string; readonly uri: string }
  /** No file can be of this toggle. */
  | { readonly toggle: string; readonly reason: string };

/** Where the files of toggles belong; the inverse of `targetsRequest`. */
export const filesForRequest = new RequestType<FilesForParams, FilesFor, void>('toggleTargeting/filesFor');

/** Keys of the toggles that require that of a file, by its URI; without files that none requires. */
export const requiredByRequest = new RequestType<
  Readonly<Record<string, never>>,
  Readonly<Record<string, readonly string[]>>,
  void
>('toggleTargeting/requiredBy');
