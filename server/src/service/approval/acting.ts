/** What acting on a submitted change needs of the world, what it asks, and how it ends. Types alone; act.ts is what happens. */
import type { Target } from '../../core/protocol.js';
import type { Memory } from '../push/memory.js';
import type { Failure, Outcome } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import type { Approval } from '../http/answers/answers.js';
import type { Deed } from './deeds.js';
import type { SubmittedChange } from './change.js';

export interface ActPorts extends Memory {
  readonly service: Service;
  /** JSON text of what the file says; undefined where that is no object. */
  readonly body: () => Promise<string | undefined>;
  /** Shows the change, and asks what to do with it; undefined when the person left. */
  readonly choose: (change: SubmittedChange, deeds: readonly Deed[]) => Promise<Deed | undefined>;
  /** Undefined when the person left. */
  readonly comment: (deed: Exclude<Deed, 'publish'>) => Promise<string | undefined>;
  /** Asks with the diff in sight. */
  readonly confirm: (question: ActQuestion) => Promise<boolean>;
}

export interface ActQuestion {
  readonly target: Target;
  readonly deed: Deed;
  readonly change: SubmittedChange;
  /** Undefined for a publishing, which takes none. */
  readonly comment: string | undefined;
}

export type Acted =
  | { readonly kind: 'abandoned' }
  /** No change is submitted. */
  | { readonly kind: 'none' }
  | { readonly kind: 'not-read'; readonly outcome: Failure }
  /** It is no longer what the person looked at; nothing was done. */
  | { readonly kind: 'overtaken' }
  | Done
  | NotDone;

export interface Done {
  readonly kind: 'done';
  readonly deed: Deed;
  readonly change: SubmittedChange;
  /** What is live now. */
  readonly version: number;
}

export interface NotDone {
  readonly kind: 'not-done';
  readonly deed: Deed;
  readonly outcome: Exclude<Outcome, { kind: 'ok' }>;
  /** What is submitted now: undefined where that could not be read. */
  readonly now: Approval | 'none' | undefined;
}
