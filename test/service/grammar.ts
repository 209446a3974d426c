/**
 * The shapes of what comes in, each said once as a table from which its type follows. Deliberately without meaning: whether a
 * value makes sense is the matter of checks.ts.
 */
import { flag, integer, list, record, text, type Read } from './reading.js';

const serve = record({ select: integer, split: list(integer) });
const variation = record({ value: text, name: text, description: text });
const condition = record({
  type: text,
  subject: text,
  predicate: text,
  objects: list(text),
  leftPredicate: text,
  rightPredicate: text,
  rightObjects: list(text),
});
const rule = record({ name: text, serve, conditions: list(condition) });
const prerequisite = record({ key: text, value: text, type: text });

export const content = record({
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

export const approvalBody = record({ comment: text, disabled: flag, content, reviewers: list(text) });

export type Content = Read<typeof content>;
export type Condition = Read<typeof condition>;
export type Prerequisite = Read<typeof prerequisite>;
export type Variation = Read<typeof variation>;
export type PatchBody = Read<typeof patchBody>;
export type ApprovalBody = Read<typeof approvalBody>;
