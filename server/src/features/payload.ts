/**
 * What is pushed: the file's own JSON, number spelling, key order and white space kept, with `$schema` removed and the
 * comment put in. Nothing is made of a text that is not one JSON object: the service is not asked to guess.
 */
import { applyEdits, removalOfProperty } from '../json/edits.js';
import type { ObjectNode } from '../json/nodes.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import { propertyNamed, textNamed } from '../json/queries.js';

/** The request body, or undefined when the text is not one JSON object. */
export function payload(document: JsonDocument, comment: string): string | undefined {
  if (document.root?.kind !== 'object' || document.syntaxProblems.length > 0) return undefined;
  const body = parse(
    withoutSchema(document)
      .trim()
      .replace(/^\uFEFF/, ''),
  );
  return body.root?.kind === 'object' ? withComment(body, body.root, comment) : undefined;
}

/** The comment that the file itself has; undefined when it has none or an empty one. */
export function commentOf(document: JsonDocument): string | undefined {
  const comment = textNamed(document.root, 'comment');
  return comment?.trim() === '' ? undefined : comment;
}

function withoutSchema(document: JsonDocument): string {
  let current = document;
  for (;;) {
    const edits = removalOfProperty(current, ['$schema']);
    if (edits === undefined) return current.text;
    current = parse(applyEdits(current.text, edits));
  }
}

function withComment(document: JsonDocument, root: ObjectNode, comment: string): string {
  const property = propertyNamed(root, 'comment');
  const json = JSON.stringify(comment);
  if (property?.node?.value === comment) return document.text;
  if (property?.node !== undefined) {
    return applyEdits(document.text, [{ start: property.node.start, end: property.node.end, newText: json }]);
  }
  const at = root.start + 1;
  const newText = `"comment": ${json}${root.properties.length > 0 ? ', ' : ''}`;
  return applyEdits(document.text, [{ start: at, end: at, newText }]);
}
