/**
 * Variations by what they are instead of by their place: states whose variations differ, or stand in another order, can then be
 * compared and mixed without an index that comes to mean another variation. Pure.
 */
import type { Plain, State } from './state.js';
import { alike, asObject, listIn } from './state.js';

/** JSON texts of the values, in the order of the variations. */
export function valuesOf({ content }: State): readonly string[] {
  return listIn(content, 'variations').map((item) => JSON.stringify(asObject(item)?.['value'] ?? null));
}

/**
 * Which variation of the base each variation of a side is: the one of its name, else the one of its value. A new one is known by its value.
 * Undefined where two answers are possible.
 */
export function identities(base: State, side: State): readonly string[] | undefined {
  const [was, now] = [keysOf(base), keysOf(side)];
  if (was === undefined || now === undefined) return undefined;
  if (alike(was.value, now.value)) return now.value.map((_, index) => `#${index}`);
  const ids = now.value.map((value, index) => {
    const [named, valued] = [partner(was.name, now.name, index), partner(was.value, now.value, index)];
    if (named >= 0 && valued >= 0 && named !== valued) return '';
    const found = Math.max(named, valued);
    return found >= 0 ? `#${found}` : `+${value}`;
  });
  return ids.includes('') || new Set(ids).size < ids.length ? undefined : ids;
}

function keysOf({ content }: State): Readonly<Record<'name' | 'value', readonly string[]>> | undefined {
  const variations = listIn(content, 'variations').map(asObject);
  if (variations.includes(undefined)) return undefined;
  const textsOf = (key: string) => variations.map((each) => JSON.stringify(each?.[key] ?? ''));
  return { name: textsOf('name'), value: textsOf('value') };
}

/** The place of what has the same key in the base; -1 where there is none, or not just one on each side. */
function partner(was: readonly string[], now: readonly string[], index: number): number {
  const key = now[index] ?? '';
  const isOne = (keys: readonly string[]) => keys.indexOf(key) === keys.lastIndexOf(key);
  return key !== '""' && isOne(was) && isOne(now) ? was.indexOf(key) : -1;
}

/** Under this key, each variation has its identity while states are merged. */
const ID = '\0id';

/** Each variation with its identity. */
export function identified({ disabled, content }: State, ids: readonly string[]): State {
  if (ids.length === 0) return { disabled, content };
  const variations = listIn(content, 'variations').map((item, index) => ({ ...asObject(item), [ID]: ids[index] }));
  return { disabled, content: { ...content, variations } };
}

export function identityOf(variation: unknown): string {
  return String(asObject(variation)?.[ID]);
}

/** Each serve by the identities of variations; undefined where an index means none. */
export function byIdentity(state: State): State | undefined {
  const ids = listIn(state.content, 'variations').map(identityOf);
  return withServes(state, ({ select, split, value, shares: none }) => {
    // Whoever writes these into a serve means something else by them.
    if (value !== undefined || none !== undefined) return undefined;
    if (split === undefined) return oneOf(ids, select);
    const isWhole = select === undefined && Array.isArray(split) && split.length === ids.length;
    if (!isWhole || split.some((share) => typeof share !== 'number')) return undefined;
    const shares = split.map((share: number, index) => [ids[index] ?? '', share] as const);
    return { shares: shares.filter(([, share]) => share !== 0).sort(([a], [b]) => (a < b ? -1 : 1)) };
  });
}

function oneOf(ids: readonly string[], select: unknown): Plain | undefined {
  if (select === undefined) return {};
  const value = typeof select === 'number' ? ids[select] : undefined;
  return value === undefined ? undefined : { value };
}

/** The way back, by the variations that the state has; undefined where they lack one that is served. */
export function byIndex(state: State): State | undefined {
  const indexes = new Map(listIn(state.content, 'variations').map((item, index) => [identityOf(item), index]));
  return withServes(state, ({ value, shares }) => {
    if (typeof value === 'string') return indexes.has(value) ? { select: indexes.get(value) } : undefined;
    if (!Array.isArray(shares)) return {};
    const split = Array.from(indexes, () => 0);
    for (const [served, share] of shares as readonly (readonly [string, number])[]) {
      const index = indexes.get(served);
      if (index === undefined) return undefined;
      split[index] = share;
    }
    return { split };
  });
}

/** Without the identities. */
export function anonymous({ disabled, content }: State): State {
  if (!Array.isArray(content['variations'])) return { disabled, content };
  const variations = listIn(content, 'variations').map((item) => {
    const fields = asObject(item);
    return fields ? Object.fromEntries(Object.entries(fields).filter(([key]) => key !== ID)) : item;
  });
  return { disabled, content: { ...content, variations } };
}

/** What a serve says in one way or the other; whatever else is in it stays. */
const wordsOfServes: ReadonlySet<string> = new Set(['select', 'split', 'value', 'shares']);

/** Undefined when one of its serves cannot be made another. */
function withServes(state: State, translated: (serve: Plain) => Plain | undefined): State | undefined {
  const odd: unknown[] = [];
  const within = (object: Plain, key: string): Plain => {
    if (object[key] === undefined) return object;
    const serve = asObject(object[key]);
    const other = serve && translated(serve);
    if (other === undefined) odd.push(object[key]);
    const rest = Object.entries(serve ?? {}).filter(([name]) => !wordsOfServes.has(name));
    return { ...object, [key]: { ...other, ...Object.fromEntries(rest) } };
  };
  const content = within(within(state.content, 'disabledServe'), 'defaultServe');
  const rules = listIn(content, 'rules').map((item) => {
    const rule = asObject(item);
    return rule === undefined ? item : within(rule, 'serve');
  });
  if (odd.length > 0) return undefined;
  return { ...state, content: Array.isArray(content['rules']) ? { ...content, rules } : content };
}
