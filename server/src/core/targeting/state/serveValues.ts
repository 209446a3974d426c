/** Refers to variations by identity instead of index, so that states with different variations can be compared. */
import type { Plain, State } from './state.js';
import { isEquivalent, asObject, listIn } from './state.js';

/** JSON texts of the values, in the order of the variations. */
export function valuesOf({ content }: State): readonly string[] {
  return listIn(content, 'variations').map((item) => JSON.stringify(asObject(item)?.['value'] ?? null));
}

/** Identifies variations by their partner in the base, new variations by value. @returns undefined if ambiguous */
export function identities(base: State, side: State): readonly string[] | undefined {
  const [was, now] = [keysOf(base), keysOf(side)];
  if (was === undefined || now === undefined) return undefined;
  if (isEquivalent(was.value, now.value)) return now.value.map((_, index) => `#${index}`);
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

/** The index of the same key in the base; -1 if a side lacks the key or has it twice. */
function partner(was: readonly string[], now: readonly string[], index: number): number {
  const key = now[index] ?? '';
  const isOne = (keys: readonly string[]) => keys.indexOf(key) === keys.lastIndexOf(key);
  return key !== '""' && isOne(was) && isOne(now) ? was.indexOf(key) : -1;
}

/** The property that stores a variation's identity during a merge. */
const ID = '\0id';

export function identified({ disabled, content }: State, ids: readonly string[]): State {
  if (ids.length === 0) return { disabled, content };
  const variations = listIn(content, 'variations').map((item, index) => ({ ...asObject(item), [ID]: ids[index] }));
  return { disabled, content: { ...content, variations } };
}

export function identityOf(variation: unknown): string {
  return String(asObject(variation)?.[ID]);
}

/** Converts indexes in serves to identities. @returns undefined if a serve cannot be converted */
export function byIdentity(state: State): State | undefined {
  const ids = listIn(state.content, 'variations').map(identityOf);
  return withServes(state, ({ select, split, value, shares: none }) => {
    // If the file already has these properties, their meaning is unknown, so the serve cannot be converted.
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

/** The inverse of `byIdentity`. @returns undefined if a served variation is missing */
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

export function anonymous({ disabled, content }: State): State {
  if (!Array.isArray(content['variations'])) return { disabled, content };
  const variations = listIn(content, 'variations').map((item) => {
    const fields = asObject(item);
    return fields ? Object.fromEntries(Object.entries(fields).filter(([key]) => key !== ID)) : item;
  });
  return { disabled, content: { ...content, variations } };
}

/** The properties of a serve that are translated; other properties stay unchanged. */
const wordsOfServes: ReadonlySet<string> = new Set(['select', 'split', 'value', 'shares']);

/** @returns undefined if a serve cannot be translated */
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
