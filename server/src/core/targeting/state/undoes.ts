/**
 * Whether a push takes back what others have changed: it does not when the file has their change already, as after a pull
 * from git, or does not have the field at all. Looked at field by field and rule by rule; in doubt it does. Pure.
 */
import { rulesByKey } from './rules.js';
import type { State } from './state.js';
import { normalised, same } from './state.js';

export interface ThreeStates {
  /** What the file was made from. */
  readonly base: State;
  /** What is live. */
  readonly theirs: State;
  /** What would be live after the push. */
  readonly yours: State;
}

export function undoes(states: ThreeStates): boolean {
  const [base, theirs, yours] = [normalised(states.base), normalised(states.theirs), normalised(states.yours)];
  if (same(base, theirs) || same(theirs, yours)) return false;
  const [was, now, then] = [partsOf(base), partsOf(theirs), partsOf(yours)];
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter((key) => was.get(key) !== now.get(key));
  if (changed.some((key) => now.get(key) !== then.get(key))) return true;
  const moved = changed.some(isRule) || orderOf(was, now) !== orderOf(now, was);
  // What changed and is neither a part nor an order is not known here.
  return moved ? orderOf(now, then) !== orderOf(then, now) : changed.length === 0;
}

/** JSON texts by what they belong to, in the order in which they stand. */
type Parts = ReadonlyMap<string, string>;

/** @param state in its one form */
function partsOf({ disabled, content }: State): Parts {
  const parts = new Map([['disabled', JSON.stringify(disabled)]]);
  for (const [key, value] of Object.entries(content)) if (key !== 'rules') parts.set(key, JSON.stringify(value));
  for (const [key, { rule }] of rulesByKey(content)) parts.set(`rules/${key}`, JSON.stringify(rule));
  return parts;
}

/** Of the rules that others have, too. */
function orderOf(parts: Parts, others: Parts): string {
  return [...parts.keys()].filter((key) => isRule(key) && others.has(key)).join();
}

function isRule(key: string): boolean {
  return key.startsWith('rules/');
}
