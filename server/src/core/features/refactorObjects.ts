/** Refactorings of the values of a condition at the cursor: sorted, and each of them once. Neither changes whom the condition matches. */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import { textsOfItems, withItems } from '../json/edits.js';
import type { ArrayNode, Span } from '../json/nodes.js';
import { isScalar, nodeAt, placeAt, textNamed } from '../json/queries.js';
import type { Offer } from './offers.js';

export function objectOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const { path } = placeAt(document, selection.start);
  const [content, rules, , conditions, , property] = path;
  const isOfCondition = content === 'content' && rules === 'rules' && conditions === 'conditions';
  if (!isOfCondition || (property !== 'objects' && property !== 'rightObjects')) return [];
  const list = nodeAt(document, path.slice(0, 6));
  // The first expression that is wrong decides in some SDKs, so their order counts.
  const predicate = textNamed(nodeAt(document, path.slice(0, 5)), 'predicate') ?? '';
  if (list?.kind !== 'array' || selection.end > list.end || predicate.endsWith('regex')) return [];
  const values = list.items.map((item) => (isScalar(item) && typeof item.value === 'string' ? item.value : undefined));
  if (values.length < 2 || values.includes(undefined) || !hasCommasAlone(document, list)) return [];
  const texts = textsOfItems(document, list);
  const entries = values.map((value = '', index) => ({ value, text: texts[index] ?? '' }));
  const sorted = entries.toSorted((a, b) => compare(a.value, b.value));
  const once = entries.filter(({ value }, index) => values.indexOf(value) === index);
  const offer = (title: string, wanted: typeof entries): Offer => ({
    ...{ title, kind: CodeActionKind.RefactorRewrite },
    edits: () =>
      withItems(
        document,
        list,
        wanted.map(({ text }) => text),
      ),
  });
  const [duplicates, isSorted] = [
    values.length - once.length,
    sorted.every((entry, index) => entry === entries[index]),
  ];
  return [
    ...(isSorted ? [] : [offer(t('Sort {0} values', values.length), sorted)]),
    ...(duplicates === 0
      ? []
      : [offer(duplicates === 1 ? t('Remove 1 duplicate value') : t('Remove {0} duplicate values', duplicates), once)]),
  ];
}

/** Numbers in a text by their size, so that "9" is before "10"; the same for everyone, whatever their language. */
function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || Number(a > b) - Number(a < b);
}

/** A comment between two items would be lost, or be beside another one. */
function hasCommasAlone({ text }: JsonDocument, { items }: ArrayNode): boolean {
  return items.every(({ end }, index) => {
    const next = items[index + 1];
    return next === undefined || /^[\s,]*$/.test(text.slice(end, next.start));
  });
}
