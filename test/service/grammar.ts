/** The shapes of requests as tables, from which their types follow. checks.ts decides whether values make sense. */
import { flag, integer, list, record, scalars, text, type Read } from './reading.js';

const serve = record({ select: integer, split: scalars(integer) });
const variation = record({ value: text, name: text, description: text });
const condition = record({
  type: text,
  subject: text,
  predicate: text,
  objects: scalars(text),
  leftPredicate: text,
  rightPredicate: text,
  rightObjects: scalars(text),
});
const rule = record({ name: text, serve, conditions: list(condition) });
const prerequisite = record({ key: text, value: text, type: text });

const content = record({
  rules: list(rule),
  disabledServe: serve,
  defaultServe: serve,
  variations: list(variation),
  prerequisites: list(prerequisite),
});

export const patchBody = record({
  comment: text,
  disabled: flag,
  content,
  baseVersion: integer,
  trackAccessEvents: flag,
});

export const approvalBody = record({ comment: text, disabled: flag, content });
export const decisionBody = record({ status: text, comment: text });
export const withdrawalBody = record({ comment: text });

export type Content = Read<typeof content>;
export type Condition = Read<typeof condition>;
export type Rule = Read<typeof rule>;
export type Prerequisite = Read<typeof prerequisite>;
export type Variation = Read<typeof variation>;
export type PatchBody = Read<typeof patchBody>;
export type ApprovalBody = Read<typeof approvalBody>;
export type DecisionBody = Read<typeof decisionBody>;
export type WithdrawalBody = Read<typeof withdrawalBody>;
