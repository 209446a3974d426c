/** Requests for the targets of files, and for the files of toggles. */
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
  /** The file's owners from CODEOWNERS, if known. */
  readonly owners?: readonly string[];
}

/** The organization's limits for a push. Depending on its severity, a limit blocks the push, asks or only informs. */
export interface PushPolicy {
  readonly maxStep?: { readonly percent: number; readonly severity: PushSeverity };
  /** The reaction if other toggles also change because they require the pushed toggle. */
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
  /** Whether to read the config again even without a change event, so that a push goes to the current target. */
  readonly fresh?: boolean;
  /** Whether to include every environment of the config, even if the file's path names an environment. */
  readonly everywhere?: boolean;
}

export const targetsRequest = new RequestType<TargetsParams, Targets, void>('toggleTargeting/targets');

/** A targeting.config.json has changed, so files may have other targets. users.ts explains the prefix "$/". */
export const targetsChangedNotification = new NotificationType<Record<string, never>>(
  '$/toggleTargeting/targetsChanged',
);

export interface FilesForParams {
  /** The URI of an existing or possible targeting.config.json; the nearest existing config is used. */
  readonly configUri: string;
  readonly toggles: readonly string[];
}

export type FilesFor =
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly configUri: string; readonly reason: string }
  | { readonly kind: 'found'; readonly configUri: string; readonly environments: readonly EnvironmentFiles[] };

export interface EnvironmentFiles {
  /** The environment as a target, with an empty `toggle`. */
  readonly place: Target;
  /** An entry for each requested toggle, in the requested order. */
  readonly files: readonly FileFor[];
}

export type FileFor =
  | { readonly toggle: string; readonly uri: string }
  /** `reason`: why no file can belong to the toggle. */
  | { readonly toggle: string; readonly reason: string };

/** Finds the files that belong to toggles; the inverse of `targetsRequest`. */
export const filesForRequest = new RequestType<FilesForParams, FilesFor, void>('toggleTargeting/filesFor');

/** A toggle with its files below one config: one file for all environments, or a file for each environment. */
export interface ToggleFiles {
  readonly toggle: string;
  /** The toggle's files, in the order of the config's environments. */
  readonly files: readonly {
    readonly uri: string;
    readonly environments: readonly string[];
    /** The keys of the toggles that require this file's toggle. */
    readonly requiredBy: readonly string[];
  }[];
}

/** Groups all known files by toggle. Files without a toggle or an environment in a config are absent. */
export const toggleFilesRequest = new RequestType<Readonly<Record<string, never>>, readonly ToggleFiles[], void>(
  'toggleTargeting/toggleFiles',
);

/**
 * Finds a commit at which the file equals the live state, and returns the fields that the file omits at this commit.
 * Returns null if no commit equals the live state, or in an untrusted workspace.
 */
export const liveCommitRequest = new RequestType<
  { readonly uri: string; readonly live: { disabled: boolean; content: Readonly<Record<string, unknown>> } },
  readonly string[] | null,
  void
>('toggleTargeting/liveCommit');
