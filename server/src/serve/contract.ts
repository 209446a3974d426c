/** The interface of a server for local applications. */
import type { t } from '../core/t.js';

export interface Source {
  /** Data for server SDKs. Returns the same object until the data changes. */
  readonly repository: () => { readonly json: string; readonly version: number };
  readonly evaluatedFor: (user: ServedUser) => string;
  /** Keys of the toggles that have a file here. */
  readonly toggles: () => ReadonlySet<string>;
}

export interface ServedUser {
  /** Undefined if the SDK sends no key; the user's bucket is then unknown. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface LocalServerOptions {
  readonly source: Source;
  /** 0 selects any free port. */
  readonly port: number;
  /** The key of all SDKs; undefined allows any key. Other keys get no toggles and no error, as from the real server. */
  readonly sdkKey: string | undefined;
  /** Origins of browser pages that may send requests, such as `http://localhost:3000`. */
  readonly allowedOrigins: readonly string[];
  /** The caller's translate function, since this bundle loads no language of its own. */
  readonly t: typeof t;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called immediately after each change of the tally. A slow listener must debounce. */
  readonly onTally: () => void;
}

export interface LocalServer {
  /** The URL to set as the SDKs' remote URL, such as `http://127.0.0.1:4007`. */
  readonly url: string;
  readonly tally: Tally;
  /** Notifies SDKs of a change. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

/** Evaluations that SDKs report, a few seconds late. Stored only in memory; the oldest are dropped first. */
export interface Tally {
  /** Number of polls and reports of SDKs since the start, without refused requests. */
  readonly requests: number;
  /** Evaluations in the last minute; undefined if there were none. */
  readonly asked: (toggle: string) => EvaluationCounts | undefined;
  /** The latest user first. SDKs generate a key for a user without a key, usually a new key each time. */
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
