/**
 * Two changes of one state in one: field by field, and rule by rule. What only one of both changed is as that one has it;
 * what both changed, each in another way, is contested: a person decides it. Pure.
 */
import type { Order } from './mergeOrder.js';
import { mergedOrder, withNew } from './mergeOrder.js';
import type { PairedRules, PlacedRule } from './rules.js';
import { nameOf, pairRules } from './rules.js';
import { byIndex, byValue, valuesOf } from './serveValues.js';
import type { Effective, Plain, State } from './state.js';
import { alike, asObject, listIn, normalised } from './state.js';
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
  return normalised(
    merged({ base, theirs, yours: withBase(normalised(states.yours), base, leftToService), contested }),
  );
}

/** The same of whole files as they are written, with whatever else is in them; each has an object as its content. */
export function mergeFiles({ base, theirs, yours }: Files, contested: Contested): Plain {
  const stateOf = (file: Plain) => ({ disabled: false, content: asObject(file['content']) ?? {} });
  const { content } = merged({ base: stateOf(base), theirs: stateOf(theirs), yours: stateOf(yours), contested });
  return mergedKeys({ base, theirs, yours, contested }, (key) => (key === 'content' ? content : undefined));
}

type Files = Readonly<Record<'base' | 'theirs' | 'yours', Plain>>;

function merged(three: Three): State {
  const values = each(three, valuesOf);
  if (alike(values.base, values.theirs) && alike(values.base, values.yours)) return mergedFields(three);
  // The same index may mean one value on this side and another on that.
  return mergedByValue(three) ?? mergedAsOne(three);
}

export type Contested = 'base' | 'theirs' | 'yours';

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
  const content = mergedKeys(
    each(states, (state) => state.content),
    (key) => {
      if (key === 'rules') return mergedRules(states);
      return key === 'variations' ? mergedVariations(states) : undefined;
    },
  );
  return { disabled: chosen(each(states, ({ disabled }) => disabled)), content };
}

/** @param mergedField of a field that both changed; undefined where it can only be taken as a whole */
function mergedKeys(states: Three<Plain>, mergedField: (key: string) => unknown): Plain {
  const fields = new Set([states.theirs, states.yours].flatMap((all) => Object.keys(all)));
  const entries = [...fields].map((key): [string, unknown] => {
    const field = each(states, (all) => (Object.hasOwn(all, key) ? all[key] : undefined));
    const { base: was, theirs: now, yours: own } = field;
    const bothChanged = !alike(was, now) && !alike(was, own) && !alike(now, own);
    return [key, (bothChanged ? mergedField(key) : undefined) ?? chosen(field)];
  });
  return Object.fromEntries(entries);
}

function chosen<T>({ contested, ...of }: Three<T>): T {
  if (alike(of.base, of.yours)) return of.theirs;
  return alike(of.base, of.theirs) || alike(of.theirs, of.yours) ? of.yours : of[contested];
}

/** Undefined where the list can only be taken as a whole: it is not known which rule is which, so that the wrong ones would be mixed. */
function mergedRules(states: Three): readonly unknown[] | undefined {
  if (!areLists(states, 'rules')) return undefined;
  const { base, theirs, yours, contested } = states;
  const [now, own] = [pairRules(base.content, theirs.content), pairRules(base.content, yours.content)];
  if (!now.isSure || !own.isSure || !pairRules(theirs.content, yours.content).isSure) return undefined;
  const was = new Map(listIn(base.content, 'rules').map((rule, index) => [idOf({ index }), rule]));
  return mergedList({ base: was, theirs: byId(now), yours: byId(own), contested }, mergedRule);
}

/** A rule that was there is known by its place in the base, whatever it is called now; a new one by its name. */
function byId({ pairs }: PairedRules): Items {
  return new Map(
    pairs.flatMap(({ was, now }) =>
      now === undefined ? [] : [[was === undefined ? `+${nameOf(now.rule)}` : idOf(was), now.rule]],
    ),
  );
}

function idOf({ index }: Pick<PlacedRule, 'index'>): string {
  return `#${index}`;
}

/** Field by field, where all have it: one renames it, another one serves something new. */
function mergedRule(rules: Three<unknown>): unknown {
  const { base, theirs, yours } = rules;
  const objects = [base, theirs, yours].map(asObject);
  const [was, now, own] = objects;
  if (was === undefined || now === undefined || own === undefined) return chosen(rules);
  return mergedKeys({ base: was, theirs: now, yours: own, contested: rules.contested }, (key) =>
    key === 'conditions'
      ? mergedConditions(each({ ...rules, base: was, theirs: now, yours: own }, (all) => all[key]))
      : undefined,
  );
}

/** Condition by condition where none came or went; the objects of one as a list without an order of its own. */
function mergedConditions({ base, theirs, yours, contested }: Three<unknown>): readonly unknown[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(theirs) || !Array.isArray(yours)) return undefined;
  if (base.length !== theirs.length || base.length !== yours.length) return undefined;
  return base.map((was: unknown, index) => {
    const three = { base: was, theirs: theirs[index] as unknown, yours: yours[index] as unknown, contested };
    const [before, now, own] = [three.base, three.theirs, three.yours].map(asObject);
    if (before === undefined || now === undefined || own === undefined) return chosen(three);
    // Values belong to what is compared with them.
    if (!alike(comparison(now), comparison(own))) return chosen(three);
    return mergedKeys({ base: before, theirs: now, yours: own, contested }, (key) =>
      key === 'objects'
        ? mergedObjects(each({ base: before, theirs: now, yours: own, contested }, (all) => all[key]))
        : undefined,
    );
  });
}

function comparison({ type, subject, predicate, leftPredicate, rightPredicate }: Plain): readonly unknown[] {
  return [type, subject, predicate, leftPredicate, rightPredicate];
}

function mergedObjects(lists: Three<unknown>): readonly unknown[] | undefined {
  const items = each(
    lists,
    (list) => new Map((Array.isArray(list) ? list : []).map((item) => [JSON.stringify(item), item])),
  );
  const areLists = [lists.base, lists.theirs, lists.yours].every(Array.isArray);
  return areLists ? mergedList(items, chosen, ({ theirs, yours }) => withNew(theirs, yours)) : undefined;
}

/** By their values; as a whole where one side has other values for some: which became which, nobody knows. */
function mergedVariations(states: Three): readonly unknown[] | undefined {
  if (!areLists(states, 'variations')) return undefined;
  const values = each(states, valuesOf);
  const { base: was, theirs: now, yours: own } = values;
  const replaces = (side: readonly string[]) =>
    was.some((value) => !side.includes(value)) && side.some((value) => !was.includes(value));
  if (replaces(now) || replaces(own)) return undefined;
  if ([was, now, own].some((side) => new Set(side).size < side.length)) return undefined;
  const byValues = (state: State) =>
    new Map(valuesOf(state).map((value, index) => [value, listIn(state.content, 'variations')[index]]));
  return mergedList(each(states, byValues));
}

function areLists({ base, theirs, yours }: Three, key: string): boolean {
  return [base, theirs, yours].every(({ content }) => Array.isArray(content[key]));
}

type Items = ReadonlyMap<string, unknown>;

function mergedList(
  items: Three<Items>,
  mergedItem: (item: Three<unknown>) => unknown = chosen,
  orderOf: (orders: Three<Order>) => Order = mergedOrder,
): readonly unknown[] {
  const all = new Set([items.yours, items.theirs].flatMap((side) => [...side.keys()]));
  const merged = new Map([...all].map((key) => [key, mergedItem(each(items, (some) => some.get(key)))]));
  const orders = each(items, (some) => [...some.keys()].filter((key) => merged.get(key) !== undefined));
  return orderOf(orders).map((key) => merged.get(key));
}
