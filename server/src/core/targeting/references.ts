/**
 * All that names variations by their index: the selects and splits of the rules, of the default and of the serve while
 * disabled. Those that a later key of the same name hides are among them: they are read as soon as that key is removed.
 * Only of the `content` that is read, since an index belongs to the list beside it.
 */
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edit/edits.js';
import type { ArrayNode, JsonNode } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';

export interface References {
  /** Integers alone, dangling and negative ones included: what else stands there names no variation. */
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

/** Edits after which each select names the place that its variation goes to. */
export function followed({ selects }: References, placeOf: (index: number) => number): Edit[] {
  return selects.flatMap(({ index, node: { start, end } }) => {
    const place = placeOf(index);
    return place === index ? [] : [{ start, end, newText: String(place) }];
  });
}

/** Whether someone is served that variation. A share that is no number may mean anything: it counts. */
export function isServed({ selects, splits }: References, variation: number): boolean {
  return selects.some(({ index }) => index === variation) || splits.some((split) => hasShare(split.items[variation]));
}

/** Whether an item of a split gives someone its variation; no item gives it to nobody. */
export function hasShare(item: JsonNode | undefined): boolean {
  return item !== undefined && item.value !== 0;
}

function valuesNamed(node: JsonNode | undefined, key: string): JsonNode[] {
  if (node?.kind !== 'object') return [];
  return node.properties.flatMap((property) =>
    property.key.value === key && property.node !== undefined ? [property.node] : [],
  );
}
