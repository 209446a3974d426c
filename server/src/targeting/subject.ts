/**
 * What a place of a targeting document means beyond itself: a serve means a variation, a prerequisite another toggle.
 * The end of a token still belongs to it, so a cursor on either side of a number or a quote is on it. What a later key of
 * the same name hides means nothing: nobody reads it.
 */
import type { JsonDocument } from '../json/document.js';
import type { JsonNode, Path, ScalarNode } from '../json/nodes.js';
import { nodeAt, placeAt } from '../json/queries.js';

export type Subject =
  /** A `select` or an entry of a `split`; `index` is that of the variation it means, which may not exist. */
  | { readonly kind: 'serve'; readonly index: number; readonly node: JsonNode }
  /** Somewhere in an item of `variations`; `token` is the name or the value, when it is on that. */
  | { readonly kind: 'variation'; readonly index: number; readonly token: ScalarNode | undefined }
  | { readonly kind: 'rule-name'; readonly index: number; readonly node: ScalarNode }
  | { readonly kind: 'required-toggle'; readonly toggle: string; readonly node: ScalarNode }
  | { readonly kind: 'required-value'; readonly toggle: string; readonly value: string; readonly node: ScalarNode };

export function subjectAt(document: JsonDocument, offset: number): Subject | undefined {
  const { path, at, span } = placeAt(document, offset);
  const [content, part, index] = path;
  if (content !== 'content') return undefined;
  if (part === 'variations') return typeof index === 'number' ? variationAt(document, path, index, offset) : undefined;
  if (at !== 'value') return undefined;
  const node = nodeAt(document, path);
  if (node?.start !== span.start) return undefined;
  const variation = variationMeant(path, node);
  if (variation !== undefined) return { kind: 'serve', index: variation, node };
  if (node.kind !== 'string' || typeof index !== 'number' || path.length !== 4) return undefined;
  if (part === 'rules') return path[3] === 'name' ? { kind: 'rule-name', index, node } : undefined;
  return part === 'prerequisites' ? requiredAt(document, path, node) : undefined;
}

function variationAt(document: JsonDocument, path: Path, index: number, offset: number): Subject | undefined {
  const item = nodeAt(document, path.slice(0, 3));
  if (item === undefined || offset < item.start || item.end < offset) return undefined;
  const node = path.length === 4 && (path[3] === 'name' || path[3] === 'value') ? nodeAt(document, path) : undefined;
  const isOnIt = node !== undefined && node.start <= offset && offset <= node.end;
  return { kind: 'variation', index, token: isOnIt && isScalar(node) ? node : undefined };
}

/** The index of the variation that the node at a path means, when that is the place of a serve. */
function variationMeant(path: Path, node: JsonNode): number | undefined {
  const isRule = path[1] === 'rules' && path[3] === 'serve';
  if (!isRule && path[1] !== 'defaultServe' && path[1] !== 'disabledServe') return undefined;
  const [form, share, ...deeper] = path.slice(isRule ? 4 : 2);
  if (form === 'select' && share === undefined) {
    return typeof node.value === 'number' && Number.isInteger(node.value) ? node.value : undefined;
  }
  return form === 'split' && typeof share === 'number' && deeper.length === 0 ? share : undefined;
}

function requiredAt(document: JsonDocument, path: Path, node: ScalarNode): Subject | undefined {
  const toggle = nodeAt(document, [...path.slice(0, 3), 'key'])?.value;
  if (typeof toggle !== 'string') return undefined;
  if (path[3] === 'key') return { kind: 'required-toggle', toggle, node };
  if (path[3] !== 'value') return undefined;
  return { kind: 'required-value', toggle, value: String(node.value), node };
}

export function isScalar(node: JsonNode | undefined): node is ScalarNode {
  return node !== undefined && node.kind !== 'object' && node.kind !== 'array' && node.kind !== 'invalid';
}
