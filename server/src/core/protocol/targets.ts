/** Targets of files, and files of toggles. */
import { NotificationType, RequestType } from 'vscode-languageserver-protocol';

export interface Target {
  readonly environment: string;
  readonly environmentKey: string;
  readonly baseUrl: string;
  readonly project: string;
  readonly toggle: string;
  readonly protected: boolean;
  /** Set by the client if the config does not protect the environment, but a user setting or an earlier config does. */
  readonly protectedBy?: 'setting' | 'memory';
  readonly api?: 'featureprobe';
  readonly requiresTests?: true;
  readonly policy?: PushPolicy;
  /** The file's owners by CODEOWNERS, if known. */
  readonly owners?: readonly string[];
}

/** Limits of the organisation for a push. The severity: block the push, ask for confirmation, or only inform. */
export interface PushPolicy {
  readonly maxStep?: { readonly percent: number; readonly severity: PushSeverity };
  /** Other toggles change with this one. */
  readonly dependents?: { readonly severity: PushSeverity };
}

export type PushSeverity = 'error' | 'warning' | 'information';

export type Targets =
  /** No targeting.config.json is in the file's folder or above it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  /** `bound`: the path names the only environment; otherwise every environment of the config is a target. */
  | {
      readonly kind: 'found';
      readonly configUri: string;
      readonly bound: boolean;
      readonly targets: readonly Target[];
    };

export interface TargetsParams {
  readonly uri: string;
  /** Read the config again even without a change event, so that a push goes where the config points now. */
  readonly fresh?: boolean;
  /** Include every environment of the config, even if the file's path names one. */
  readonly everywhere?: boolean;
}

export const targetsRequest = new RequestType<TargetsParams, Targets, void>('toggleTargeting/targets');

/** A targeting.config.json has changed, so files may have other targets. See users.ts for the "$/". */
export const targetsChangedNotification = new NotificationType<Record<string, never>>(
  '$/toggleTargeting/targetsChanged',
);

export interface FilesForParams {
  /** An existing or possible targeting.config.json; the nearest one counts. */
  readonly configUri: string;
  readonly toggles: readonly string[];
}

export type FilesFor =
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  | { readonly kind: 'found'; readonly configUri: string; readonly environments: readonly EnvironmentFiles[] };

export interface EnvironmentFiles {
  /** `toggle` is empty. */
  readonly place: Target;
  /** An entry for each requested toggle, in their order. */
  readonly files: readonly FileFor[];
}

export type FileFor =
  | { readonly toggle: string; readonly uri: string }
  /** No file can belong to this toggle. */
  | { readonly toggle: string; readonly reason: string };

/** Finds the files that belong to toggles; the inverse of `targetsRequest`. */
export const filesForRequest = new RequestType<FilesForParams, FilesFor, void>('toggleTargeting/filesFor');

/** Keys of toggles that require the toggle of a file, by the file's URI. Files without such toggles are left out. */
export const requiredByRequest = new RequestType<
  Readonly<Record<string, never>>,
  Readonly<Record<string, readonly string[]>>,
  void
>('toggleTargeting/requiredBy');
