/**
 * Two changes of one state in one: field by field, and rule by rule. What only one of both changed is as that one has it;
 * what both changed, each in another way, stays as yours, for the editor to show beside theirs. Pure.
 */
import type { PlacedRule } from './rules.js';
import { nameOf, rulesByKey } from './rules.js';
import { byIndex, byValue, valuesOf } from './serveValues.js';
import type { Effective, Plain, State } from './state.js';
import { normalised, same } from './state.js';
import type { ThreeStates } from './undoes.js';

/** @param kept what the file leaves to the service, and so has not changed */
export function mergeStates(states: ThreeStates, kept: Effective['kept'] = []): State {
  const [base, theirs] = [normalised(states.base), normalised(states.theirs)];
  const three = { base, theirs, yours: withBase(normalised(states.yours), base, kept) };
  const values = [base, theirs, three.yours].map(valuesOf);
  if (values.every((each) => same(each, values[0]))) return normalised(mergedFields(three));
  // The same index may mean one value on this side and another on that.
  return normalised(mergedByValue(three) ?? mergedAsOne(three));
}

/** An index in the file means what it meant when the file was made, also where the file leaves the variations out. */
function withBase(yours: State, base: State, kept: Effective['kept']): State {
  const left = Object.fromEntries(kept.map((key) => [key, base.content[key]]));
  return normalised({
    disabled: kept.includes('disabled') ? base.disabled : yours.disabled,
    content: { ...yours.content, ...left },
  });
}

/** Undefined where what is served cannot be said in the variations that come of it. */
function mergedByValue(states: ThreeStates): State | undefined {
  const [base, theirs, yours] = [byValue(states.base), byValue(states.theirs), byValue(states.yours)];
  return base && theirs && yours && byIndex(mergedFields({ base, theirs, yours }));
}

/** Variations, and all that means them by index, are of one of both. */
function mergedAsOne({ base, theirs, yours }: ThreeStates): State {
  const { disabled, content } = mergedFields({ base, theirs, yours });
  const bound = ({ content: all }: State) => fieldsOf(all, (key) => indexed.has(key));
  const others = fieldsOf(content, (key) => !indexed.has(key));
  return { disabled, content: { ...others, ...chosen(bound(base), bound(theirs), bound(yours)) } };
}

const indexed: ReadonlySet<string> = new Set(['rules', 'disabledServe', 'defaultServe', 'variations']);

function fieldsOf(content: Plain, wanted: (key: string) => boolean): Plain {
  return Object.fromEntries(Object.entries(content).filter(([key]) => wanted(key)));
}

function mergedFields({ base, theirs, yours }: ThreeStates): State {
  const fields = new Set([theirs, yours].flatMap(({ content }) => Object.keys(content)));
  const content = [...fields].map((key): [string, unknown] => {
    const [was, now, own] = [base.content[key], theirs.content[key], yours.content[key]];
    const bothChanged = !same(was, now) && !same(was, own) && !same(now, own);
    const isRules = key === 'rules' && [was, now, own].every(Array.isArray);
    const rules = bothChanged && isRules ? mergedRules(base, theirs, yours) : undefined;
    return [key, rules ?? chosen(was, now, own)];
  });
  return {
    disabled: chosen(base.disabled, theirs.disabled, yours.disabled),
    content: Object.fromEntries(content),
  };
}

function chosen<T>(base: T, theirs: T, yours: T): T {
  return same(base, yours) ? theirs : yours;
}

type Rules = ReadonlyMap<string, PlacedRule>;

/** Undefined where names do not tell which rule is which: by their places alone, the wrong ones would be mixed. */
function mergedRules(base: State, theirs: State, yours: State): readonly unknown[] | undefined {
  const [was, now, own] = [rulesByKey(base.content), rulesByKey(theirs.content), rulesByKey(yours.content)];
  if ([was, now, own].some(hasTwins)) return undefined;
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

function hasTwins(rules: Rules): boolean {
  return new Set(Array.from(rules.values(), ({ rule }) => nameOf(rule))).size < rules.size;
}
