/** What a guarded push needs of the world, what it asks, and how it ends. Types alone; guardedPush.ts is what happens. */
import type { Check, Target } from '../../../server/src/protocol.js';
import type { Base, Remembered } from './base.js';
import type { Live } from './service/live.js';
import type { Outcome } from './service/outcome.js';
import type { Place, Service } from './service/service.js';
import type { Risk } from './state/risk.js';
import type { Effective, State } from './state/state.js';

export interface GuardPorts {
  readonly remembered: (target: Target) => Promise<Remembered | undefined>;
  /** Never rejects: what was pushed is pushed, and a push that finds nothing remembered asks. */
  readonly remember: (target: Target, what: Base) => Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly service: (target: Target, url: URL, token: string) => Service;
  /** Shows the diff, before anything is asked about it. */
  readonly show: (change: Change) => Promise<void>;
  readonly decide: (question: Question) => Promise<'push' | 'submit' | undefined>;
  /** What others changed is not in the file: shows it, and leads to a merge or on. Changed: the file is another by now. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merged' | 'changed' | undefined>;
}

/** What is pushed, from where the file's checks are done. */
export interface Wanted extends Place {
  /** JSON text of one object, without a comment that counts. */
  readonly body: string;
  /**
   * Whether it is what the file says; else it comes from elsewhere (an earlier version, another environment), is always
   * asked about, and the file does not go on from it.
   */
  readonly ofFile: boolean;
  readonly warnings: Check['problems'];
  /** Another version came in between: now it is asked, whatever that says, or it might go on so without end. */
  readonly overtaken?: true;
  /** Where none is given, asks for one; undefined when the person left. */
  readonly comment: string | (() => Promise<string | undefined>);
  /** The body with the comment; a reason when the file is another by now. */
  readonly final: (comment: string) => Promise<{ readonly body: string } | { readonly reason: string }>;
}

/** What a push makes of what is live. */
export interface Change {
  readonly target: Target;
  readonly live: Live;
  readonly after: Effective;
}

export interface Question extends Change {
  readonly comment: string;
  readonly warnings: Check['problems'];
  readonly changes: readonly string[];
  readonly risk: Risk;
  /** Who reviews; undefined where nobody has to. */
  readonly reviewers: readonly string[] | undefined;
}

export interface Conflict {
  readonly target: Target;
  /** What the file was made from. */
  readonly base: State;
  readonly theirs: Live;
  /** What would be live after the push; of that, the file has no word of these fields. */
  readonly yours: State;
  readonly kept: readonly string[];
  /** What others changed since. */
  readonly changes: readonly string[];
  /** To be called when the file says what came of a merge: then it goes on from `theirs`. */
  readonly merged: () => Promise<unknown>;
}

export type Guarded =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** A change that was submitted for approval is in the way. */
  | { readonly kind: 'waiting'; readonly target: Target; readonly reason: string }
  /** The file says what is live. */
  | { readonly kind: 'nothing-new'; readonly target: Target; readonly version: number }
  /** The person merges; another push goes on from there. */
  | { readonly kind: 'merging'; readonly target: Target }
  | { readonly kind: 'submitted'; readonly target: Target; readonly reviewers: readonly string[] }
  | { readonly kind: 'sent'; readonly target: Target; readonly outcome: Outcome; readonly changes?: readonly string[] };
