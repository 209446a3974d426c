/**
 * Edits that insert a variation or delete one. Each select and each split of the file follows.
 *
 * A select that names no variation must not come to name one by accident. After an insertion there is one index more,
 * the number of variations before: a select that dangled on just that index is moved on to dangle behind it. Further
 * out, and after a deletion, a dangling index dangles as it is, and is left alone; so is a negative one. Of a split, the
 * items behind the last variation move with those before them and stay behind the last one.
 */
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { applyEdits, insertionOfItem, removalOf, textsOfItems, withItems } from '../../json/edit/edits.js';
import type { ArrayNode, JsonNode } from '../../json/nodes.js';
import type { References } from '../references.js';
import { followed, hasShare, isServed, referencesIn } from '../references.js';

/** Puts an empty variation before the one at `index`, or behind the last one. Nobody is served it. */
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
  /** The one that is served in its place, by its index before the deletion; needless when nobody is served it. */
  readonly instead?: number | undefined;
}

/** @returns undefined when it is not clear what that would mean (`canBeDeleted`), or what to serve instead */
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

/** Not when it is in a split with something else than whole numbers: what its share is, is anyone's guess. */
export function canBeDeleted({ splits }: References, index: number): boolean {
  return splits.every(
    ({ items }) => !hasShare(items[index]) || items.every(({ value }) => Number.isSafeInteger(value)),
  );
}

/**
 * Whether users of a third variation are served another one, too: the SDK cuts its buckets in the order of the split, so
 * those that lie between the two are shifted.
 */
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
  // The split is too short to reach the variation that takes the share: it grows up to it.
  const texts = textsOfItems(document, split).toSpliced(index, 1);
  while (texts.length < instead - 1) texts.push('0');
  return withItems(document, split, [...texts, sum]);
}

/** A variation as the one beside it is written: its keys, its white space, but empty strings. */
function emptyLike({ text }: JsonDocument, node: JsonNode | undefined): string {
  const simple = '{ "value": "", "name": "" }';
  if (node?.kind !== 'object' || !node.byKey.has('value')) return simple;
  const { start, end, properties, byKey } = node;
  const source = text.slice(start, end);
  const known = properties.every(({ key }) => ['value', 'name', 'description'].includes(key.value));
  // A comment or a trailing comma is a problem that need not be made twice.
  const isPure = !/\/|,\s*}$/.test(source.replace(/"(?:[^"\\]|\\.)*"?/g, ''));
  if (!known || byKey.size < properties.length || !isPure) return simple;
  const values = properties.flatMap((property) => property.node ?? []);
  return applyEdits(
    source,
    values.map((value) => ({ start: value.start - start, end: value.end - start, newText: '""' })),
  );
}
