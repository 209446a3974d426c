/** The interface of a server for local applications. */
import type { t } from '../core/t.js';

export interface Source {
  /** For server SDKs. Returns one object until the data changes. */
  readonly repository: () => { readonly json: string; readonly version: number };
  readonly evaluatedFor: (user: ServedUser) => string;
  /** Keys of the toggles that have a file here. */
  readonly toggles: () => ReadonlySet<string>;
}

export interface ServedUser {
  /** Undefined if the SDK sends no key: the user's bucket is then unknown. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface LocalServerOptions {
  readonly source: Source;
  /** 0 for any free port. */
  readonly port: number;
  /** The key of all SDKs. Any other gets no toggles and no error, as from the real server. Undefined allows any key. */
  readonly sdkKey: string | undefined;
  /** Origins of browser pages that may ask, such as `http://localhost:3000`. */
  readonly allowedOrigins: readonly string[];
  /** Translates for the caller, as the bundle of the server has no language of its own. */
  readonly t: typeof t;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called at once after each change of the tally. A slow listener must debounce. */
  readonly onTally: () => void;
}

export interface LocalServer {
  /** The remote URL for SDKs, such as `http://127.0.0.1:4007`. */
  readonly url: string;
  readonly tally: Tally;
  /** Notifies SDKs of a change. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

/** Reported evaluations of served toggles, a few seconds late. Only in memory; the oldest are dropped first. */
export interface Tally {
  /** Polls and reports of SDKs since the start, without refused requests. */
  readonly requests: number;
  /** Evaluations in the last minute; undefined if there were none. */
  readonly asked: (toggle: string) => EvaluationCounts | undefined;
  /** The latest user first. SDKs make up a key for a user without one, usually another each time. */
  readonly users: () => readonly SeenUser[];
}

export interface EvaluationCounts {
  readonly times: number;
  readonly served: readonly Served[];
}

export interface Served {
  /** Index of the rule that decided; undefined if no rule did, or if the SDK does not report it. */
  readonly rule: number | undefined;
  /** Index of the variation, if any. */
  readonly variation: number | undefined;
  readonly times: number;
}

export interface SeenUser {
  readonly key: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  readonly last: number;
  /** The user's latest result, by toggle. */
  readonly values: ReadonlyMap<string, Omit<Served, 'times'>>;
}
