/** Small toggles for tests, written in the words of rules. */
import type { Content, PlainCondition, PlainServe, World } from './contents.js';

export function rule(serve: PlainServe, ...conditions: PlainCondition[]): Content['rules'][number] {
  return { conditions, serve };
}

export function is(subject: string, ...objects: string[]): PlainCondition {
  return { type: 'string', subject, predicate: 'is one of', objects };
}

export function compares(type: string, subject: string, predicate: string, ...objects: string[]): PlainCondition {
  return { type, subject, predicate, objects };
}

export function isIn(...segments: string[]): PlainCondition {
  return { type: 'segment', subject: '', predicate: 'is in', objects: segments };
}

/** Variations a, b and c; everyone gets a by default and while disabled. The toggle p1 gives c to half of the users with plan pro. */
export function worldWith(rules: Content['rules'], other: Partial<Content> = {}): World {
  const content = {
    variations: [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
    prerequisites: [],
    disabledServe: { select: 0 },
    defaultServe: { select: 0 },
  };
  const required = { ...content, rules: [rule({ split: [5_000, 0, 5_000] }, is('plan', 'pro'))] };
  return {
    returnType: 'string',
    asked: { disabled: false, content: { ...content, rules, ...other } },
    required: { p1: { disabled: false, content: required } },
  };
}
