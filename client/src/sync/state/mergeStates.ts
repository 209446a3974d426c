/**
 * Two changes of one state in one: field by field, and rule by rule. What only one of both changed is as that one has it;
 * what both changed, each in another way, is contested: a person decides it. Pure.
 */
import type { PlacedRule } from './rules.js';
import { nameOf, rulesByKey } from './rules.js';
import { byIndex, byValue, valuesOf } from './serveValues.js';
import type { Effective, Plain, State } from './state.js';
import { normalised, same } from './state.js';
import type { ThreeStates } from './undoes.js';

/**
 * @param leftToService what the file leaves to the service, and so has not changed
 * @param contested whose version stands, as long as nobody has decided, where both changed the same
 */
export function mergeStates(
  states: ThreeStates,
  leftToService: Effective['leftToService'] = [],
  contested: Contested = 'yours',
): State {
  const [base, theirs] = [normalised(states.base), normalised(states.theirs)];
  const three = { base, theirs, yours: withBase(normalised(states.yours), base, leftToService), contested };
  const values = each(three, valuesOf);
  if (same(values.base, values.theirs) && same(values.base, values.yours)) return normalised(mergedFields(three));
  // The same index may mean one value on this side and another on that.
  return normalised(mergedByValue(three) ?? mergedAsOne(three));
}

type Contested = 'base' | 'yours';

/** A state, or a part of it, as each has it. */
interface Three<T = State> {
  readonly base: T;
  readonly theirs: T;
  readonly yours: T;
  readonly contested: Contested;
}

function each<S, T>({ base, theirs, yours, contested }: Three<S>, part: (state: S) => T): Three<T> {
  return { base: part(base), theirs: part(theirs), yours: part(yours), contested };
}

/** An index in the file means what it meant when the file was made, also where the file leaves the variations out. */
function withBase(yours: State, base: State, leftToService: Effective['leftToService']): State {
  const left = Object.fromEntries(leftToService.map((key) => [key, base.content[key]]));
  return normalised({
    disabled: leftToService.includes('disabled') ? base.disabled : yours.disabled,
    content: { ...yours.content, ...left },
  });
}

/** Undefined where what is served cannot be said in the variations that come of it. */
function mergedByValue(states: Three): State | undefined {
  const { base, theirs, yours, contested } = each(states, byValue);
  return base && theirs && yours && byIndex(mergedFields({ base, theirs, yours, contested }));
}

/** Variations, and all that means them by index, are of one of both. */
function mergedAsOne(states: Three): State {
  const { disabled, content } = mergedFields(states);
  const bound = ({ content: all }: State) => fieldsOf(all, (key) => indexed.has(key));
  const others = fieldsOf(content, (key) => !indexed.has(key));
  return { disabled, content: { ...others, ...chosen(each(states, bound)) } };
}

const indexed: ReadonlySet<string> = new Set(['rules', 'disabledServe', 'defaultServe', 'variations']);

function fieldsOf(content: Plain, wanted: (key: string) => boolean): Plain {
  return Object.fromEntries(Object.entries(content).filter(([key]) => wanted(key)));
}

function mergedFields(states: Three): State {
  const fields = new Set([states.theirs, states.yours].flatMap(({ content }) => Object.keys(content)));
  const content = [...fields].map((key): [string, unknown] => {
    const field = each(states, (state) => state.content[key]);
    const { base: was, theirs: now, yours: own } = field;
    const bothChanged = !same(was, now) && !same(was, own) && !same(now, own);
    const isRules = key === 'rules' && [was, now, own].every(Array.isArray);
    const rules = bothChanged && isRules ? mergedRules(states) : undefined;
    return [key, rules ?? chosen(field)];
  });
  return {
    disabled: chosen(each(states, ({ disabled }) => disabled)),
    content: Object.fromEntries(content),
  };
}

function chosen<T>({ contested, ...of }: Three<T>): T {
  if (same(of.base, of.yours)) return of.theirs;
  return same(of.base, of.theirs) || same(of.theirs, of.yours) ? of.yours : of[contested];
}

type Rules = ReadonlyMap<string, PlacedRule>;

/**
 * Undefined where the list can only be taken as a whole: names do not tell which rule is which, so that by their places
 * alone the wrong ones would be mixed; or both moved some, each to another place.
 */
function mergedRules(states: Three): readonly unknown[] | undefined {
  const rules = each(states, ({ content }) => rulesByKey(content));
  const { base: was, theirs: now, yours: own } = rules;
  if ([was, now, own].some(hasTwins)) return undefined;
  const [youMoved, theyMoved] = [!isOneOrder(was, own), !isOneOrder(was, now)];
  if (youMoved && theyMoved && !isOneOrder(now, own)) return undefined;
  // The order of whoever moved some; the others' new ones come behind the one that they have them behind.
  const [order, others] = youMoved ? [own, now] : [now, own];
  const keys = [...order.keys()];
  let before = -1;
  for (const key of others.keys()) {
    if (!order.has(key)) keys.splice(before + 1, 0, key);
    before = keys.indexOf(key);
  }
  return keys.map((key) => chosen(each(rules, (some) => some.get(key)?.rule))).filter((rule) => rule !== undefined);
}

/** Whether the rules that both have stand in the same order. */
function isOneOrder(rules: Rules, others: Rules): boolean {
  const shared = (some: Rules, of: Rules) => [...some.keys()].filter((key) => of.has(key));
  return same(shared(rules, others), shared(others, rules));
}

function hasTwins(rules: Rules): boolean {
  return new Set(Array.from(rules.values(), ({ rule }) => nameOf(rule))).size < rules.size;
}
