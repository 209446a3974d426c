/** Types for acting on a submitted change (act.ts). */
import type { Target } from '../../core/protocol.js';
import type { Memory } from '../push/memory.js';
import type { Failure, Outcome } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import type { Approval } from '../http/answers/answers.js';
import type { ReviewStep } from './approvalActions.js';
import type { SubmittedChange } from './change.js';

export interface ActPorts extends Memory {
  readonly service: Service;
  /** The file's body as JSON text; undefined if the file is not a single JSON object. */
  readonly body: () => Promise<string | undefined>;
  /** Shows the change and asks for an action. @returns undefined if the person cancels */
  readonly choose: (change: SubmittedChange, deeds: readonly ReviewStep[]) => Promise<ReviewStep | undefined>;
  /** Asks for a comment on the action. @returns undefined if the person cancels */
  readonly comment: (deed: Exclude<ReviewStep, 'publish'>) => Promise<string | undefined>;
  readonly confirm: (question: ActQuestion) => Promise<boolean>;
}

export interface ActQuestion {
  readonly target: Target;
  readonly deed: ReviewStep;
  readonly change: SubmittedChange;
  /** The comment on the action; undefined if the action is `publish`, which takes no comment. */
  readonly comment: string | undefined;
}

export type Acted =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-read'; readonly outcome: Failure }
  /** The submitted change differs from the reviewed change, so nothing was done. */
  | { readonly kind: 'overtaken' }
  | Done
  | NotDone;

export interface Done {
  readonly kind: 'done';
  readonly deed: ReviewStep;
  readonly change: SubmittedChange;
  readonly version: number;
}

export interface NotDone {
  readonly kind: 'not-done';
  readonly deed: ReviewStep;
  readonly outcome: Exclude<Outcome, { kind: 'ok' }>;
  /** The submitted change's state after the action; `none` if no change is submitted, undefined if unreadable. */
  readonly now: Approval | 'none' | undefined;
}
