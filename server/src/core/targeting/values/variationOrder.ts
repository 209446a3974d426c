/**
 * Edits that reorder the variations, and update each select and split of the file; dangling indexes stay unchanged.
 * SDKs assign buckets in the order of the split: if shares change places, some users get another variation.
 */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { textsOfItems, withItems } from '../../json/edit/edits.js';
import type { ArrayNode } from '../../json/nodes.js';
import { followed, hasShare, referencesIn } from '../references.js';

/** The old index of the item at each new place. */
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

/** Whether some users of a split get another variation, although the shares stay the same. */
export function mixesUsers(splits: readonly ArrayNode[], order: Order): boolean {
  const places = placesIn(order);
  return splits.some(({ items }) => {
    const taken = items.flatMap((item, index) => (hasShare(item) ? [places[index] ?? index] : []));
    return taken.some((place, index) => place < (taken[index - 1] ?? 0));
  });
}

/** The order after the item at `from` has moved to `to`. */
export function moved(count: number, from: number, to: number): Order {
  return Array.from({ length: count }, (_, index) => index)
    .toSpliced(from, 1)
    .toSpliced(to, 0, from);
}

/** The new place of the item at each old index. */
function placesIn(order: Order): readonly number[] {
  const places: number[] = Array.from({ length: order.length }, () => 0);
  order.forEach((item, place) => (places[item] = place));
  return places;
}

/** A split may be shorter than the list of variations; it grows if a share moves beyond its end. */
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
