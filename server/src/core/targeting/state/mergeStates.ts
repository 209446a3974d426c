/** Merges two changes of a state by field and by rule. A part that both sides changed differently is contested. */
import type { Order } from './mergeOrder.js';
import { mergedOrder, withNew } from './mergeOrder.js';
import type { PairedRules, PlacedRule } from './rules.js';
import { nameOf, pairRules } from './rules.js';
import { anonymous, byIdentity, byIndex, identified, identities, identityOf } from './serveValues.js';
import type { Effective, Plain, State } from './state.js';
import { isEquivalent, asObject, listIn, normalised } from './state.js';
import type { ThreeStates } from './undoes.js';

/** @param leftToService fields that the file omits @param contested the side that wins contested parts */
export function mergeStates(
  states: ThreeStates,
  leftToService: Effective['leftToService'] = [],
  contested: Contested = 'yours',
): State {
  const [base, theirs] = [normalised(states.base), normalised(states.theirs)];
  const yours = withBase(normalised(states.yours), base, leftToService);
  return normalised(merged({ base, theirs, yours, contested, isElsewhere: false }));
}

/**
 * Merges whole files, including their properties other than `content`.
 * @param isElsewhere whether `yours` is another environment's file, whose differences from the base are not changes
 */
export function mergeFiles(files: Files, contested: Contested, isElsewhere = false): Plain {
  const three = { ...files, contested, isElsewhere };
  const { content } = merged(each(three, (file) => ({ disabled: false, content: asObject(file['content']) ?? {} })));
  return mergedKeys(three, (key) => (key === 'content' ? content : undefined));
}

type Files = Readonly<Record<'base' | 'theirs' | 'yours', Plain>>;

/** If variations cannot be identified across the sides, variations and indexes come from a single side. */
function merged(three: Three): State {
  return mergedByIdentity(three) ?? mergedAsOne(three);
}

export type Contested = 'base' | 'theirs' | 'yours';

interface Three<T = State> {
  readonly base: T;
  readonly theirs: T;
  readonly yours: T;
  readonly contested: Contested;
  readonly isElsewhere: boolean;
}

function each<S, T>({ base, theirs, yours, ...how }: Three<S>, part: (state: S) => T): Three<T> {
  return { base: part(base), theirs: part(theirs), yours: part(yours), ...how };
}

/** @returns undefined if one of the three sides is undefined */
function all<T>({ base, theirs, yours, ...how }: Three<T | undefined>): Three<T> | undefined {
  return base && theirs && yours && { base, theirs, yours, ...how };
}

/** Completes a file from its base, so that indexes keep their meaning even if the file omits the variations. */
function withBase(yours: State, base: State, leftToService: Effective['leftToService']): State {
  const left = Object.fromEntries(leftToService.map((key) => [key, base.content[key]]));
  return normalised({
    disabled: leftToService.includes('disabled') ? base.disabled : yours.disabled,
    content: { ...yours.content, ...left },
  });
}

/** @returns undefined if variations cannot be identified, or a served variation is missing after the merge */
function mergedByIdentity(three: Three): State | undefined {
  const ids = all(each(three, (side) => identities(three.base, side)));
  if (ids === undefined) return undefined;
  const known = {
    ...three,
    base: identified(three.base, ids.base),
    theirs: identified(three.theirs, ids.theirs),
    yours: identified(three.yours, ids.yours),
  };
  if (isEquivalent(ids.base, ids.theirs) && isEquivalent(ids.base, ids.yours)) return anonymous(mergedFields(known));
  const served = all(each(known, byIdentity));
  const state = served && byIndex(mergedFields(served));
  return state && anonymous(state);
}

function mergedAsOne(states: Three): State {
  const disabled = chosen(each(states, (state) => state.disabled));
  const [bound, others] = [true, false].map((isBound) =>
    each(states, ({ content }) => fieldsOf(content, (key) => indexed.has(key) === isBound)),
  ) as [Three<Plain>, Three<Plain>];
  return { disabled, content: { ...mergedKeys(others, mergedField(states)), ...chosen(bound) } };
}

const indexed: ReadonlySet<string> = new Set(['rules', 'disabledServe', 'defaultServe', 'variations']);

function fieldsOf(content: Plain, wanted: (key: string) => boolean): Plain {
  return Object.fromEntries(Object.entries(content).filter(([key]) => wanted(key)));
}

function mergedFields(states: Three): State {
  const contents = each(states, ({ content }) => content);
  const disabled = chosen(each(states, (state) => state.disabled));
  return { disabled, content: mergedKeys(contents, mergedField(states)) };
}

function mergedField(states: Three): (key: string) => readonly unknown[] | undefined {
  const lists = (key: string) => each(states, ({ content }) => content[key]);
  return (key) => {
    if (key === 'rules') return mergedRules(states);
    if (key === 'variations') return mergedVariations(lists(key));
    if (key !== 'prerequisites') return undefined;
    const required = { ...lists(key), base: states.base.content[key] ?? [] };
    const items = all(each(required, (list) => itemsBy(list, (item) => asObject(item)?.['key'])));
    return items && mergedList(items);
  };
}

/** @param mergedField merges a field that both sides changed; returns undefined if the field must come from one side */
function mergedKeys(states: Three<Plain>, mergedField: (key: string) => unknown): Plain {
  const fields = new Set([states.theirs, states.yours].flatMap((all) => Object.keys(all)));
  const entries = [...fields].map((key): [string, unknown] => {
    const field = each(states, (all) => (Object.hasOwn(all, key) ? all[key] : undefined));
    const { base: was, theirs: now, yours: own } = field;
    const bothChanged = !isEquivalent(was, now) && !isEquivalent(was, own) && !isEquivalent(now, own);
    return [key, (bothChanged ? mergedField(key) : undefined) ?? chosen(field)];
  });
  return Object.fromEntries(entries);
}

function chosen<T>({ contested, ...of }: Three<T>): T {
  if (isEquivalent(of.base, of.yours)) return of.theirs;
  return isEquivalent(of.base, of.theirs) || isEquivalent(of.theirs, of.yours) ? of.yours : of[contested];
}

/** @returns undefined if rules cannot be identified across the sides; the whole list then comes from one side */
function mergedRules(states: Three): readonly unknown[] | undefined {
  const contents = each(states, ({ content }) => content);
  const { base, theirs, yours, isElsewhere } = contents;
  if (![base, theirs, yours].every(({ rules }) => Array.isArray(rules))) return undefined;
  const [now, own] = [pairRules(base, theirs), pairRules(base, yours, isElsewhere)];
  if (!now.isSure || !own.isSure || !pairRules(theirs, yours, isElsewhere).isSure) return undefined;
  const was = new Map(listIn(base, 'rules').map((rule, index) => [idOf({ index }), rule]));
  return mergedList({ ...states, base: was, theirs: byId(now), yours: byId(own) }, mergedRule);
}

/** Rules by ID. A rule of the base is identified by its index in the base, a new rule by its name. */
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

/** If one side renames a rule and the other changes its serve, both changes apply. Conditions and serve form a unit. */
function mergedRule(rules: Three<unknown>): unknown {
  return mergedUnit(rules, ['conditions', 'serve'], (key, fields) =>
    key === 'conditions' ? mergedConditions(fields) : undefined,
  );
}

/** Name and value are merged as a unit, because a variation cannot be recognized if both change. */
function mergedVariation(variations: Three<unknown>): unknown {
  return mergedUnit(variations, ['name', 'value'], () => undefined);
}

/** The two fields of a unit come from one side if each side changed a different field, or if a field is contested. */
function mergedUnit(
  items: Three<unknown>,
  unit: readonly [string, string],
  mergedField: (key: string, fields: Three<unknown>) => unknown,
): unknown {
  const three = all(each(items, asObject));
  if (three === undefined) return chosen(items);
  const by = (contested: Contested) =>
    mergedKeys({ ...three, contested }, (key) => mergedField(key, { ...each(three, (item) => item[key]), contested }));
  const ofUnit = (item: Plain) => Object.fromEntries(unit.map((key) => [key, item[key]]));
  const [item, other] = [by('yours'), by('theirs')];
  const { theirs, yours, isElsewhere } = three;
  const isMixed =
    !isElsewhere &&
    unit.every((key) => !isEquivalent(theirs[key], yours[key])) &&
    ![theirs, yours].some((side) => isEquivalent(ofUnit(side), ofUnit(item)));
  const isContested = isMixed || !isEquivalent(ofUnit(item), ofUnit(other));
  return { ...by(three.contested), ...(isContested && ofUnit(three[three.contested])) };
}

/** Merges the lists condition by condition if their lengths are equal; the order of objects does not matter. */
function mergedConditions(lists: Three<unknown>): readonly unknown[] | undefined {
  const { base, theirs, yours } = lists;
  if (!Array.isArray(base) || !Array.isArray(theirs) || !Array.isArray(yours)) return undefined;
  if (base.length !== theirs.length || base.length !== yours.length) return undefined;
  return base.map((was: unknown, index) => {
    const conditions = { ...lists, base: was, theirs: theirs[index] as unknown, yours: yours[index] as unknown };
    const three = all(each(conditions, asObject));
    // Objects are merged only if both sides compare them with the same attribute by the same predicate.
    if (three === undefined || !isEquivalent(comparison(three.theirs), comparison(three.yours)))
      return chosen(conditions);
    return mergedKeys(three, (key) => (key === 'objects' ? mergedObjects(each(three, (all) => all[key])) : undefined));
  });
}

function comparison({ type, subject, predicate, leftPredicate, rightPredicate }: Plain): readonly unknown[] {
  return [type, subject, predicate, leftPredicate, rightPredicate];
}

function mergedObjects(lists: Three<unknown>): readonly unknown[] | undefined {
  const items = all(each(lists, (list) => (Array.isArray(list) ? new Map(list.map(withText)) : undefined)));
  return items && mergedList(items, chosen, ({ theirs, yours }) => withNew(theirs, yours));
}

function withText(item: unknown): readonly [string, unknown] {
  return [JSON.stringify(item), item];
}

/** @returns undefined if one side replaced variations, because old and new variations cannot be paired */
function mergedVariations(lists: Three<unknown>): readonly unknown[] | undefined {
  const items = all(each(lists, (list) => itemsBy(list, identityOf)));
  if (items === undefined) return undefined;
  const lacks = (some: Items, others: Items) => [...others.keys()].some((key) => !some.has(key));
  const replaces = (side: Items) => lacks(side, items.base) && lacks(items.base, side);
  return replaces(items.theirs) || replaces(items.yours) ? undefined : mergedList(items, mergedVariation);
}

type Items = ReadonlyMap<string, unknown>;

/** @returns undefined if `list` is not an array, or an item does not have a unique key */
function itemsBy(list: unknown, keyOf: (item: unknown) => unknown): Items | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map(list.map((item: unknown) => [keyOf(item), item]));
  return items.size < list.length || [...items.keys()].some((key) => typeof key !== 'string')
    ? undefined
    : (items as Items);
}

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
