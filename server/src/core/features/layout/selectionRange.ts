/** textDocument/selectionRange for editors without JSON selection ranges: from a string's content to the root value. */
import type { Position, SelectionRange } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import type { PropertyNode, Span } from '../../json/nodes.js';
import { indexAt } from '../../json/queries.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';

export function selectionRange(document: OpenDocument, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => {
    const offset = document.json.offsetAt(position);
    const spans = spansAround(document.json, offset);
    // The response nests the ranges, and JSON that is nested too deeply cannot be serialized.
    const inside = spans.length > MAX_RANGE_DEPTH ? [...spans.slice(0, 1), ...spans.slice(1 - MAX_RANGE_DEPTH)] : spans;
    const cursor = { start: offset, end: offset };
    return (
      inside.reduce<SelectionRange | undefined>(
        (parent, span) => ({ range: rangeOf(document, span), ...(parent && { parent }) }),
        undefined,
      ) ?? { range: rangeOf(document, cursor) }
    );
  });
}

const MAX_RANGE_DEPTH = 200;

/** The spans around the offset, outermost first. Each span is inside the previous span, and smaller. */
function spansAround({ root, text }: JsonDocument, offset: number): readonly Span[] {
  const spans: Span[] = [];
  const add = ({ start, end }: Span) => {
    const outer = spans.at(-1) ?? { start: 0, end: text.length + 1 };
    const isSmaller = outer.start <= start && end <= outer.end && end - start < outer.end - outer.start;
    if (isSmaller && start < end && start <= offset && offset <= end) spans.push({ start, end });
  };
  const addWithContent = ({ start, end }: Span) => {
    add({ start, end });
    // The content of an unclosed value extends to the end of the value.
    const isClosed = end - start > 1 && text.charAt(end - 1) === closing[text.charAt(start)];
    add({ start: start + 1, end: isClosed ? end - 1 : end });
  };
  let node = root;
  while (node !== undefined && node.start <= offset && offset <= node.end) {
    if (node.kind === 'object') {
      addWithContent(node);
      const property: PropertyNode | undefined = node.properties[indexAt(node.properties, offset) ?? -1];
      if (property === undefined) return spans;
      add({ start: property.start, end: property.node?.end ?? property.key.end });
      if (offset <= property.key.end) addWithContent(property.key);
      node = offset <= property.key.end ? undefined : property.node;
    } else if (node.kind === 'array') {
      addWithContent(node);
      node = node.items[indexAt(node.items, offset) ?? -1];
    } else {
      if (node.kind === 'string') addWithContent(node);
      else add(node);
      return spans;
    }
  }
  return spans;
}

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"', "'": "'" };
