/** A variation in the file's list, with the data for its refactorings and their titles. */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import type { ArrayNode } from '../../json/nodes.js';
import { nodeAt, propertyNamed } from '../../json/queries.js';
import type { Variation } from '../../targeting/model.js';
import { listIn, targetingOf } from '../../targeting/model.js';
import type { References } from '../../targeting/references.js';
import { referencesIn } from '../../targeting/references.js';

export interface ListedVariation {
  readonly document: JsonDocument;
  readonly list: ArrayNode;
  readonly variations: readonly Variation[];
  readonly variation: Variation;
  readonly references: References;
}

/** @param find returns the index of the variation */
export function listedVariation(
  document: JsonDocument,
  find: (list: ArrayNode) => number | undefined,
): ListedVariation | undefined {
  const list = listIn(document, 'variations');
  const index = list && find(list);
  if (list === undefined || index === undefined) return undefined;
  const { variations = [] } = targetingOf(document);
  const variation = variations[index];
  return variation && { document, list, variations, variation, references: referencesIn(document) };
}

/**
 * Adds the warnings to a title, and warns of serves that the edit cannot update. The service merges the fields of
 * `content` one by one (service.md B), so serves that the file omits keep the old indices of variations.
 */
export function withWarnings(title: string, document: JsonDocument, warnings: readonly string[]): string {
  const content = nodeAt(document, ['content']);
  const serving = ['rules', 'disabledServe', 'defaultServe'];
  const isWhole = serving.every((key) => propertyNamed(content, key) !== undefined);
  const all = isWhole ? warnings : [...warnings, t('serves outside this file are not updated')];
  return all.length === 0 ? title : t('{0} ({1})', title, all.join(t('; ')));
}
