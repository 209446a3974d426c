/**
 * Two changes of one state in one: field by field, and rule by rule. What only one of both changed is as that one has it;
 * what both changed, each in another way, stays as yours, for the editor to show beside theirs. Pure.
 */
import type { PlacedRule } from './rules.js';
import { rulesByKey } from './rules.js';
import type { State } from './state.js';
import { normalised, same } from './state.js';
import type { ThreeStates } from './undoes.js';

export function mergeStates(states: ThreeStates): State {
  const [base, theirs, yours] = [normalised(states.base), normalised(states.theirs), normalised(states.yours)];
  const fields = new Set([theirs, yours].flatMap(({ content }) => Object.keys(content)));
  const content = [...fields].map((key): [string, unknown] => {
    const [was, now, own] = [base.content[key], theirs.content[key], yours.content[key]];
    const bothChanged = !same(was, now) && !same(was, own) && !same(now, own);
    const isRules = key === 'rules' && [was, now, own].every(Array.isArray);
    return [key, bothChanged && isRules ? mergedRules(base, theirs, yours) : chosen(was, now, own)];
  });
  return normalised({
    disabled: chosen(base.disabled, theirs.disabled, yours.disabled),
    content: Object.fromEntries(content),
  });
}

function chosen<T>(base: T, theirs: T, yours: T): T {
  return same(base, yours) ? theirs : yours;
}

type Rules = ReadonlyMap<string, PlacedRule>;

function mergedRules(base: State, theirs: State, yours: State): readonly unknown[] {
  const [was, now, own] = [rulesByKey(base.content), rulesByKey(theirs.content), rulesByKey(yours.content)];
  const ruleOf = (key: string) => chosen(was.get(key)?.rule, now.get(key)?.rule, own.get(key)?.rule);
  // The order of those that moved some; the others' new ones come behind the one that they have them behind.
  const [order, others] = same(sharedOrder(was, own), sharedOrder(own, was)) ? [now, own] : [own, now];
  const keys = [...order.keys()];
  let before = -1;
  for (const key of others.keys()) {
    if (!order.has(key)) keys.splice(before + 1, 0, key);
    before = keys.indexOf(key);
  }
  return keys.map(ruleOf).filter((rule) => rule !== undefined);
}

/** The keys that both have, as the first has them. */
function sharedOrder(rules: Rules, others: Rules): readonly string[] {
  return [...rules.keys()].filter((key) => others.has(key));
}
