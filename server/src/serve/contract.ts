/** What a server for local applications needs of who starts it, and what it tells them. */
import type { t } from '@vscode/l10n';

/** An environment as it is served. */
export interface Source {
  /** What server SDKs get: the same object until it changes. */
  readonly repository: () => { readonly json: string; readonly version: number };
  /** What client SDKs get. */
  readonly evaluatedFor: (user: ServedUser) => string;
  /** Keys of the toggles that have a file here. */
  readonly toggles: () => ReadonlySet<string>;
}

export interface ServedUser {
  /** Undefined where the SDK sends none: then the bucket of the user is unknown. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface LocalServerOptions {
  readonly source: Source;
  /** 0 for any that is free. */
  readonly port: number;
  /**
   * The only one that gets toggles and is counted; without one, any is. As the real server does, others get an environment without
   * toggles, and no error. Server and client SDKs have the same here.
   */
  readonly sdkKey: string | undefined;
  /** Of pages in a browser that may ask, as `http://localhost:3000`. */
  readonly allowedOrigins: readonly string[];
  /** As whoever starts it speaks: the bundle of the server has no language of its own. */
  readonly t: typeof t;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The tally has changed. Is told at once, so whoever does much about it waits. */
  readonly onAsked: () => void;
}

export interface LocalServer {
  /** As an SDK takes it as its remote URL: `http://127.0.0.1:4007`. */
  readonly url: string;
  readonly tally: Tally;
  /** Tells SDKs that listen that there is something new. */
  readonly changed: () => void;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/**
 * What applications report of their evaluations, of toggles that are served. Only in memory, and bounded; the oldest is forgotten first.
 * SDKs report every few seconds, so what is here comes as late.
 */
export interface Tally {
  /** Requests of SDKs since the start, polls and reports alike; not those that were refused. */
  readonly requests: number;
  /** In the last minute; undefined where nobody asked. */
  readonly asked: (toggle: string) => Asked | undefined;
  /** Who came by last comes first. SDKs make up a key for whoever has none, mostly another one each time. */
  readonly users: () => readonly SeenUser[];
}

export interface Asked {
  readonly times: number;
  readonly served: readonly Served[];
}

export interface Served {
  /** Index of the rule that decided; undefined where none did, or where the SDK does not say. */
  readonly rule: number | undefined;
  /** Index of the variation; undefined where there was none. */
  readonly variation: number | undefined;
  readonly times: number;
}

export interface SeenUser {
  readonly key: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  readonly last: number;
  /** What the user was given last, by toggle. */
  readonly values: ReadonlyMap<string, Omit<Served, 'times'>>;
}
