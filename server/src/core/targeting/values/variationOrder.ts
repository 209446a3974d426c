/**
 * Edits that put the variations into another order. Each select and each split of the file follows, so that everyone
 * is served what they were served. What names no variation of the list (a dangling or negative select, the items of a
 * split behind the last variation) stays as it is: the number of variations stays, so it goes on naming none.
 *
 * The SDK cuts its 10,000 buckets in the order of the split. Where shares change places, everyone's chances stay, but
 * some people get another variation than before: `mixesUsers` says so.
 */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { textsOfItems, withItems } from '../../json/edit/edits.js';
import type { ArrayNode } from '../../json/nodes.js';
import { followed, hasShare, referencesIn } from '../references.js';

/** For each place in the list, which of its items goes there. */
export type Order = readonly number[];

export function reordered(document: JsonDocument, list: ArrayNode, order: Order): Edit[] {
  const references = referencesIn(document);
  const places = placesIn(order);
  return [
    ...reorderedItems(document, list, order),
    ...followed(references, (index) => places[index] ?? index),
    ...references.splits.flatMap((split) => reorderedSplit(document, split, places)),
  ];
}

export function reorderedItems(document: JsonDocument, list: ArrayNode, order: Order): Edit[] {
  const texts = textsOfItems(document, list);
  return withItems(
    document,
    list,
    order.map((item) => texts[item] ?? ''),
  );
}

/** Whether in a split some users get another variation, though all shares stay. */
export function mixesUsers(splits: readonly ArrayNode[], order: Order): boolean {
  const places = placesIn(order);
  return splits.some(({ items }) => {
    const taken = items.flatMap((item, index) => (hasShare(item) ? [places[index] ?? index] : []));
    return taken.some((place, index) => place < (taken[index - 1] ?? 0));
  });
}

/** The order in which the item at `from` has gone to `to`, and those between have moved up. */
export function moved(count: number, from: number, to: number): Order {
  return Array.from({ length: count }, (_, index) => index)
    .toSpliced(from, 1)
    .toSpliced(to, 0, from);
}

/** For each item, to which place it goes. */
function placesIn(order: Order): readonly number[] {
  const places: number[] = Array.from({ length: order.length }, () => 0);
  order.forEach((item, place) => (places[item] = place));
  return places;
}

/** A split that is too short gives the variations behind its end nothing; it grows when a share goes there. */
function reorderedSplit(document: JsonDocument, split: ArrayNode, places: readonly number[]): Edit[] {
  const { items } = split;
  const written = textsOfItems(document, split);
  const texts = written.map((text, index) => (hasShare(items[index]) ? '0' : text));
  written.forEach((text, index) => {
    const place = places[index] ?? index;
    if (place >= items.length && !hasShare(items[index])) return;
    while (texts.length < place) texts.push('0');
    texts[place] = text;
  });
  return items.length === 0 ? [] : withItems(document, split, texts);
}
