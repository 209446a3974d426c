/** What a push needs of the world, what it asks, and how it ends. Types alone; push.ts is what happens. */
import type { Check, Target } from '../../../../server/src/protocol.js';
import type { Live } from '../service/live.js';
import type { Outcome } from '../service/outcome.js';
import type { Service } from '../service/service.js';
import type { Risk } from '../state/risk.js';
import type { Effective, State } from '../state/state.js';
import type { Refused } from './checkedFile.js';
import type { LastPushed, Recorder } from './memory.js';

export interface PushPorts extends Recorder {
  /** Shows the diff, before anything is asked about it. */
  readonly show: (change: Change | UnreadChange) => Promise<void>;
  readonly decide: (question: Question | UnreadQuestion) => Promise<'push' | 'submit' | undefined>;
  /** What others changed is not in the file: shows it, and leads to a merge or on. Changed: the file is another by now. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merged' | 'changed' | undefined>;
}

/** A body on its way to a toggle in an environment. */
export interface Proposal {
  readonly target: Target;
  /** Asks for a token where there is none; undefined when the person left. */
  readonly service: () => Promise<Service | undefined>;
  /** JSON text of one object, without a comment that counts. */
  readonly body: string;
  readonly warnings: Check['problems'];
  /** Where none is given, asks for one; undefined when the person left. */
  readonly comment: string | (() => Promise<string | undefined>);
  /** The body with the comment, or why it can no longer be pushed, as when the file has changed. */
  readonly final: (comment: string) => Promise<string | Refused>;
  /** A service that cannot be read gets the body that it got last once more. */
  readonly evenIfUnchanged?: boolean;
  /** Another version came in between: now the person is asked, whatever it says, or this might go on without end. */
  readonly isOvertaken?: true;
}

/** What a push makes of what is live. */
export interface Change {
  readonly target: Target;
  readonly live: Live;
  readonly after: Effective;
  /** Whether the state that is live is the same all the same. */
  readonly isSame: boolean;
  /** Whether access events will be tracked, where that changes: it is no part of a state, so the history has nothing of it. */
  readonly tracking: boolean | undefined;
}

/** What a push changes where the service cannot be read: known is only what was pushed from here last. */
export interface UnreadChange {
  readonly target: Target;
  readonly last: LastPushed;
  /** JSON text. */
  readonly body: string;
}

export interface UnreadQuestion {
  readonly target: Target;
  readonly comment: string;
  readonly warnings: Check['problems'];
  readonly risk: Risk;
}

export interface Question extends Change, UnreadQuestion {
  readonly changes: readonly string[];
  /** What else the person has to know before they answer. */
  readonly remarks: readonly string[];
  /** Who reviews; undefined where nobody has to. */
  readonly reviewers: readonly string[] | undefined;
}

export interface Conflict {
  readonly target: Target;
  /** What the file was made from. */
  readonly base: State;
  readonly theirs: Live;
  /** What would be live after the push; `kept` are the fields that the file leaves to the service. */
  readonly yours: State;
  readonly kept: readonly string[];
  /** What others changed since. */
  readonly changes: readonly string[];
  /** To be called when the file says what came of a merge: `theirs` is then remembered as seen. */
  readonly merged: () => Promise<unknown>;
}

export type PushResult =
  | { readonly kind: 'abandoned' }
  | Refused
  /** A change that was submitted for approval is in the way. */
  | { readonly kind: 'waiting'; readonly target: Target; readonly reason: string }
  /** The file says what is live. */
  | { readonly kind: 'nothing-new'; readonly target: Target; readonly version: number }
  /** The body is the one that was pushed last from here. */
  | { readonly kind: 'unchanged'; readonly target: Target; readonly time: number }
  /** The person merges, and pushes again afterwards. */
  | { readonly kind: 'merging'; readonly target: Target }
  | { readonly kind: 'submitted'; readonly target: Target; readonly reviewers: readonly string[] }
  | { readonly kind: 'sent'; readonly target: Target; readonly outcome: Outcome; readonly changes?: readonly string[] };
