/**
 * Edits that insert or delete a variation, and update each select and split of the file. A dangling select must stay
 * dangling: if an insertion would make its index valid, the index is increased by one. Other dangling or negative
 * indexes stay unchanged, and surplus items of a split stay surplus.
 */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { applyEdits, insertionOfItem, removalOf, textsOfItems, withItems } from '../../json/edit/edits.js';
import type { ArrayNode, JsonNode } from '../../json/nodes.js';
import type { References } from '../references.js';
import { followed, hasShare, isServed, referencesIn } from '../references.js';

/** Inserts an empty variation before `index`, or at the end. The new variation is not served to anyone. */
export function insertedVariation(document: JsonDocument, list: ArrayNode, index: number): Edit[] {
  const references = referencesIn(document);
  const count = list.items.length;
  return [
    insertionOfItem(document, list, index, emptyLike(document, list.items[index] ?? list.items.at(-1))),
    ...followed(references, (each) => (each >= index && each <= count ? each + 1 : each)),
    ...references.splits.flatMap((split) => {
      const { length } = split.items;
      const follows = length > 0 && (index < length || (index === length && length === count));
      return follows ? [insertionOfItem(document, split, index, '0')] : [];
    }),
  ];
}

export interface Deletion {
  readonly index: number;
  /** The old index of the variation to serve instead; not needed if the deleted variation is not served to anyone. */
  readonly instead?: number | undefined;
}

/** @returns undefined if the share is unclear (`canBeDeleted`), or if a served variation has no replacement */
export function deletedVariation(
  document: JsonDocument,
  list: ArrayNode,
  { index, instead = index }: Deletion,
): Edit[] | undefined {
  const references = referencesIn(document);
  const count = list.items.length;
  if (!canBeDeleted(references, index) || (instead === index && isServed(references, index))) return undefined;
  return [
    ...removalOf(document, list, index),
    ...followed(references, (each) => {
      const served = each === index ? instead : each;
      return served > index && each < count ? served - 1 : served;
    }),
    ...references.splits.flatMap((split) => withoutShare(document, split, { index, instead })),
  ];
}

/** False if the variation's share is unclear, because a split that serves it has items that are not whole numbers. */
export function canBeDeleted({ splits }: References, index: number): boolean {
  return splits.every(
    ({ items }) => !hasShare(items[index]) || items.every(({ value }) => Number.isSafeInteger(value)),
  );
}

/** Whether users of a third variation also get another variation, as shares between `index` and `instead` shift. */
export function shiftsOthers({ splits }: References, index: number, instead: number): boolean {
  const [low, high] = index < instead ? [index, instead] : [instead, index];
  return splits.some(({ items }) => hasShare(items[index]) && items.slice(low + 1, high).some(hasShare));
}

function withoutShare(document: JsonDocument, split: ArrayNode, { index, instead = index }: Deletion): Edit[] {
  const share = split.items[index];
  if (share === undefined || !hasShare(share)) return removalOf(document, split, index);
  const taker = split.items[instead];
  const sum = String(Number(share.value) + Number(taker?.value ?? 0));
  if (taker !== undefined)
    return [...removalOf(document, split, index), { start: taker.start, end: taker.end, newText: sum }];
  // The split grows until it includes the variation that gets the share.
  const texts = textsOfItems(document, split).toSpliced(index, 1);
  while (texts.length < instead - 1) texts.push('0');
  return withItems(document, split, [...texts, sum]);
}

/** A variation of empty strings, with the keys and white space of the neighboring variation. */
function emptyLike({ text }: JsonDocument, node: JsonNode | undefined): string {
  const simple = '{ "value": "", "name": "" }';
  if (node?.kind !== 'object' || !node.byKey.has('value')) return simple;
  const { start, end, properties, byKey } = node;
  const source = text.slice(start, end);
  const known = properties.every(({ key }) => ['value', 'name', 'description'].includes(key.value));
  // Comments and trailing commas are reported as problems, so they are not copied.
  const isPure = !/\/|,\s*}$/.test(source.replace(/"(?:[^"\\]|\\.)*"?/g, ''));
  if (!known || byKey.size < properties.length || !isPure) return simple;
  const values = properties.flatMap((property) => property.node ?? []);
  return applyEdits(
    source,
    values.map((value) => ({ start: value.start - start, end: value.end - start, newText: '""' })),
  );
}
