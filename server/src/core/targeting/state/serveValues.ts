/**
 * Serves by the values of variations instead of by indexes, and back: so that states whose variations are not the same, or
 * stand in another order, can be compared and mixed without an index that comes to mean another value. Pure.
 */
import type { Plain, State } from './state.js';
import { asObject, listIn } from './state.js';

/** JSON texts of the values, in the order of the variations. */
export function valuesOf({ content }: State): readonly string[] {
  return listIn(content, 'variations').map((item) => JSON.stringify(asObject(item)?.['value'] ?? null));
}

/** Undefined where an index means no one value: none is there, or two variations have the same. */
export function byValue(state: State): State | undefined {
  const values = valuesOf(state);
  if (new Set(values).size < values.length) return undefined;
  return withServes(state, ({ select, split, value, shares: none }) => {
    // Whoever writes these into a serve means something else by them.
    if (value !== undefined || none !== undefined) return undefined;
    if (split === undefined) return oneOf(values, select);
    const isWhole = select === undefined && Array.isArray(split) && split.length === values.length;
    if (!isWhole || split.some((share) => typeof share !== 'number')) return undefined;
    const shares = split.map((share: number, index) => [values[index] ?? '', share] as const);
    return { shares: shares.filter(([, share]) => share !== 0).sort(([a], [b]) => (a < b ? -1 : 1)) };
  });
}

function oneOf(values: readonly string[], select: unknown): Plain | undefined {
  if (select === undefined) return {};
  const value = typeof select === 'number' ? values[select] : undefined;
  return value === undefined ? undefined : { value };
}

/** The way back, by the variations that the state has; undefined where they lack a value that is served. */
export function byIndex(state: State): State | undefined {
  const indexes = new Map(valuesOf(state).map((value, index) => [value, index]));
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
