/**
 * Finds selects and splits, which refer to variations by index. Properties that a later duplicate key hides are
 * included, because removing the duplicate reveals them. A hidden `content` is not read: it has its own variations.
 */
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edit/edits.js';
import type { ArrayNode, JsonNode } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';

export interface References {
  /** Selects whose value is an integer, including dangling and negative indexes; other values refer to no variation. */
  readonly selects: readonly { readonly index: number; readonly node: JsonNode }[];
  readonly splits: readonly ArrayNode[];
}

export function referencesIn(document: JsonDocument): References {
  const content = nodeAt(document, ['content']);
  const rules = valuesNamed(content, 'rules').flatMap((list) => (list.kind === 'array' ? list.items : []));
  const serves = [
    ...rules.flatMap((rule) => valuesNamed(rule, 'serve')),
    ...valuesNamed(content, 'disabledServe'),
    ...valuesNamed(content, 'defaultServe'),
  ];
  return {
    selects: serves
      .flatMap((serve) => valuesNamed(serve, 'select'))
      .flatMap((node) => (Number.isInteger(node.value) ? [{ index: Number(node.value), node }] : [])),
    splits: serves
      .flatMap((serve) => valuesNamed(serve, 'split'))
      .flatMap((node) => (node.kind === 'array' ? [node] : [])),
  };
}

/** Edits that update each select to the new index of its variation. */
export function followed({ selects }: References, placeOf: (index: number) => number): Edit[] {
  return selects.flatMap(({ index, node: { start, end } }) => {
    const place = placeOf(index);
    return place === index ? [] : [{ start, end, newText: String(place) }];
  });
}

/** Whether the variation is served to someone. A share that is not a number counts as served. */
export function isServed({ selects, splits }: References, variation: number): boolean {
  return selects.some(({ index }) => index === variation) || splits.some((split) => hasShare(split.items[variation]));
}

/** Whether an item of a split serves its variation to someone; false for a missing item. */
export function hasShare(item: JsonNode | undefined): boolean {
  return item !== undefined && item.value !== 0;
}

function valuesNamed(node: JsonNode | undefined, key: string): JsonNode[] {
  if (node?.kind !== 'object') return [];
  return node.properties.flatMap((property) =>
    property.key.value === key && property.node !== undefined ? [property.node] : [],
  );
}
