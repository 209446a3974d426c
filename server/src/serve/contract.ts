/** The interface of a server for local applications. */
import type { t } from '../core/t.js';

export interface Source {
  /** The data for server SDKs. Returns the same object until the data changes. */
  readonly repository: () => { readonly json: string; readonly version: number };
  readonly evaluatedFor: (user: ServedUser) => string;
  /** The keys of the toggles that have a file in the environment. */
  readonly toggles: () => ReadonlySet<string>;
}

export interface ServedUser {
  /** The user's key; undefined if the SDK sends no key, in which case the user's bucket is unknown. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface LocalServerOptions {
  readonly source: Source;
  /** The port to listen on. 0 selects any free port. */
  readonly port: number;
  /** The SDK key; undefined allows any key. As with the real server, other keys get no toggles, but also no error. */
  readonly sdkKey: string | undefined;
  /** The origins of web pages that may send requests, such as `http://localhost:3000`. */
  readonly allowedOrigins: readonly string[];
  /** The caller's translate function, since this bundle loads no language of its own. */
  readonly t: typeof t;
  /** The current time, in milliseconds since 1970. */
  readonly clock: () => number;
  /** Called immediately after each change of the tally, so a slow listener must debounce. */
  readonly onTally: () => void;
}

export interface LocalServer {
  /** The remote URL to set in SDKs, such as `http://127.0.0.1:4007`. */
  readonly url: string;
  readonly tally: Tally;
  /** Notifies SDKs that the data has changed. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

/** Evaluations, which SDKs report a few seconds later. They are stored only in memory; the oldest are dropped first. */
export interface Tally {
  /** The number of polls and reports from SDKs since the start, not counting refused requests. */
  readonly requests: number;
  /** The evaluations of a toggle in the last minute; undefined if there were none. */
  readonly asked: (toggle: string) => EvaluationCounts | undefined;
  /** The users, the latest first. SDKs generate a key for a user without a key, usually a new key each time. */
  readonly users: () => readonly SeenUser[];
}

export interface EvaluationCounts {
  readonly times: number;
  readonly served: readonly Served[];
}

export interface Served {
  /** The index of the rule that decided; undefined if no rule decided, or if the SDK does not report the rule. */
  readonly rule: number | undefined;
  /** The index of the variation; undefined if no variation was served. */
  readonly variation: number | undefined;
  readonly times: number;
}

export interface SeenUser {
  readonly key: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The time of the last evaluation, in milliseconds since 1970. */
  readonly last: number;
  /** The latest result for the user, by toggle. */
  readonly values: ReadonlyMap<string, Omit<Served, 'times'>>;
}
