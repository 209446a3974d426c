/**
 * Whether a push undoes changes by other people, compared by field and by rule; true if in doubt. A change does not
 * count as undone if the file lacks the field or already has the change, for example after a pull from Git.
 */
import { rulesByKey } from './rules.js';
import type { State } from './state.js';
import { normalised, isEqual } from './state.js';

export interface ThreeStates {
  /** The state that the file was created from. */
  readonly base: State;
  /** The live state. */
  readonly theirs: State;
  /** The live state after the push. */
  readonly yours: State;
}

export function undoesOthersChanges(states: ThreeStates): boolean {
  const [base, theirs, yours] = [normalised(states.base), normalised(states.theirs), normalised(states.yours)];
  if (isEqual(base, theirs) || isEqual(theirs, yours)) return false;
  const [was, now, then] = [partsOf(base), partsOf(theirs), partsOf(yours)];
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter((key) => was.get(key) !== now.get(key));
  if (changed.some((key) => now.get(key) !== then.get(key))) return true;
  const moved = changed.some(isRule) || orderOf(was, now) !== orderOf(now, was);
  // If the states differ, but no part or order has changed, the change is unknown, so it may be undone.
  return moved ? orderOf(now, then) !== orderOf(then, now) : changed.length === 0;
}

/** The JSON text of each field and each rule, in order. */
type Parts = ReadonlyMap<string, string>;

/** @param state the result of `normalised` */
function partsOf({ disabled, content }: State): Parts {
  const parts = new Map([['disabled', JSON.stringify(disabled)]]);
  for (const [key, value] of Object.entries(content)) if (key !== 'rules') parts.set(key, JSON.stringify(value));
  for (const [key, { rule }] of rulesByKey(content)) parts.set(`rules/${key}`, JSON.stringify(rule));
  return parts;
}

/** The order of the rules that are also in `others`. */
function orderOf(parts: Parts, others: Parts): string {
  return [...parts.keys()].filter((key) => isRule(key) && others.has(key)).join();
}

function isRule(key: string): boolean {
  return key.startsWith('rules/');
}
