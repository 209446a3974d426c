/**
 * Finds the variation, rule name or toggle at an offset. Both ends of a token belong to the token. A property that is
 * hidden by a later key of the same name refers to nothing.
 */
import type { JsonDocument } from '../../json/document.js';
import type { JsonNode, Path, ScalarNode } from '../../json/nodes.js';
import { isScalar, nodeAt, placeAt, textNamed } from '../../json/queries.js';
import type { Variation } from '../model.js';
import { targetingOf } from '../model.js';

export type Subject =
  /** `from`: the name, value or serve at the offset. `shown`: the node to show in the list of variations. */
  | {
      readonly kind: 'variation';
      readonly variation: Variation;
      readonly from: JsonNode | undefined;
      readonly shown: JsonNode;
    }
  | { readonly kind: 'rule-name'; readonly node: ScalarNode }
  /** A required toggle; if `value` is defined, the toggle's variation with this value. */
  | {
      readonly kind: 'required';
      readonly toggle: string;
      readonly value: string | undefined;
      readonly node: ScalarNode;
    };

export function subjectAt(document: JsonDocument, offset: number): Subject | undefined {
  const { path, at, span } = placeAt(document, offset);
  const [content, part, index, key] = path;
  if (content !== 'content') return undefined;
  if (part === 'variations') return typeof index === 'number' ? listed(document, path, index, offset) : undefined;
  if (at !== 'value') return undefined;
  const node = nodeAt(document, path);
  if (node?.start !== span.start) return undefined;
  const meant = indexMeant(path, node);
  if (meant !== undefined) {
    const variation = targetingOf(document).variations?.[meant];
    return variation && { kind: 'variation', variation, from: node, shown: variation.anchor };
  }
  if (node.kind !== 'string' || typeof index !== 'number' || path.length !== 4) return undefined;
  if (part === 'rules') return key === 'name' ? { kind: 'rule-name', node } : undefined;
  const toggle = textNamed(nodeAt(document, path.slice(0, 3)), 'key');
  if (part !== 'prerequisites' || toggle === undefined || (key !== 'key' && key !== 'value')) return undefined;
  return { kind: 'required', toggle, value: key === 'key' ? undefined : String(node.value), node };
}

function listed(document: JsonDocument, path: Path, index: number, offset: number): Subject | undefined {
  const variation = targetingOf(document).variations?.[index];
  if (variation === undefined || !isOn(variation.node, offset)) return undefined;
  const node = path.length === 4 && (path[3] === 'name' || path[3] === 'value') ? nodeAt(document, path) : undefined;
  const from = isScalar(node) && isOn(node, offset) ? node : undefined;
  return { kind: 'variation', variation, from, shown: from ?? variation.anchor };
}

function isOn({ start, end }: JsonNode, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** @returns the index of the variation that the node refers to; undefined if the node is not in a serve */
function indexMeant(path: Path, node: JsonNode): number | undefined {
  const isRule = path[1] === 'rules' && path[3] === 'serve';
  if (!isRule && path[1] !== 'defaultServe' && path[1] !== 'disabledServe') return undefined;
  const [form, share, ...deeper] = path.slice(isRule ? 4 : 2);
  if (form === 'select' && share === undefined) {
    return typeof node.value === 'number' && Number.isInteger(node.value) ? node.value : undefined;
  }
  return form === 'split' && typeof share === 'number' && deeper.length === 0 ? share : undefined;
}
