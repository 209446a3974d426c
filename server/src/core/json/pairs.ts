/** Pairs the new items of a list with the old items that they replace, so that the old spelling can be kept. */
import type { JsonNode } from './nodes.js';
import { textNamed } from './queries.js';
import type { Sameness } from './sameness.js';
import { countBefore } from './search.js';

/**
 * Pairs equal items first, then items with the same name, then items at the same index. Equal items at the start and
 * end of both lists are paired in place, even if the lists contain duplicates.
 * @returns for each new item, the index of the old item, or undefined; each old index occurs at most once
 */
export function paired(
  old: readonly JsonNode[],
  now: readonly JsonNode[],
  same: Sameness,
): readonly (number | undefined)[] {
  const found = new Map<number, number>();
  const free = new Set(old.keys());
  const take = (index: number, at: number) => {
    free.delete(index);
    found.set(at, index);
  };
  const pair = (keyOf: (item: JsonNode, index: number) => string | number | undefined) => {
    // In reverse order, so that `pop` returns the first of several items with the same key.
    const waiting = new Map<string | number, number[]>();
    for (const index of [...free].reverse()) {
      const item = old[index];
      const key = item && keyOf(item, index);
      if (key === undefined) continue;
      const alike = waiting.get(key);
      if (alike === undefined) waiting.set(key, [index]);
      else alike.push(index);
    }
    now.forEach((item, at) => {
      const key = found.has(at) ? undefined : keyOf(item, at);
      const index = key === undefined ? undefined : waiting.get(key)?.pop();
      if (index !== undefined) take(index, at);
    });
  };
  let [atStart, atEnd] = [0, 0];
  const isSame = (index: number, at: number) => {
    const [item, other] = [old[index], now[at]];
    return item !== undefined && other !== undefined && free.has(index) && !found.has(at) && same.are(item, other);
  };
  for (; isSame(atStart, atStart); atStart += 1) take(atStart, atStart);
  for (; isSame(old.length - 1 - atEnd, now.length - 1 - atEnd); atEnd += 1)
    take(old.length - 1 - atEnd, now.length - 1 - atEnd);
  pair((item) => same.numberOf(item));
  pair(nameOf);
  pair((_item, index) => index);
  return now.map((_item, at) => found.get(at));
}

/** The indexes of the largest set of new items that need not move. @param indexes the old index of each new item */
export function inPlace(indexes: readonly (number | undefined)[]): ReadonlySet<number> {
  /** `ends[n]` is the last item of the increasing sequence of n + 1 items that ends with the lowest old index. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  indexes.forEach((index, at) => {
    if (index === undefined) return;
    const length = countBefore(ends, (end) => (indexes[end] ?? 0) < index);
    before.set(at, ends[length - 1]);
    ends[length] = at;
  });
  const staying = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) staying.add(at);
  return staying;
}

function nameOf(item: JsonNode): string | undefined {
  const name = textNamed(item, 'name');
  return name === '' ? undefined : name;
}
