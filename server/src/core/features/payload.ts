/**
 * What is pushed: the file's own JSON, number spelling, key order and white space kept, with `$schema` removed and the
 * comment put in. Nothing is made of a text that is not one JSON object: the service is not asked to guess.
 */
import { applyEdits } from '../json/edits.js';
import type { ObjectNode } from '../json/nodes.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import { propertyNamed, textNamed } from '../json/queries.js';

/** The request body, or undefined when the text is not one JSON object. */
export function payload(document: JsonDocument, comment: string): string | undefined {
  const { root, syntaxProblems } = document;
  if (root?.kind !== 'object' || syntaxProblems.length > 0) return undefined;
  const body = parse(
    withoutSchema(document, root)
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

/** All of them at once: there may be thousands. The text is strict JSON, so nothing but blanks and commas stands between properties. */
function withoutSchema({ text }: JsonDocument, { start, end, properties }: ObjectNode): string {
  const lastKept = properties.findLastIndex(({ key }) => key.value !== '$schema');
  if (lastKept === -1) return properties.length === 0 ? text : text.slice(0, start + 1) + text.slice(end - 1);
  const edits = properties.slice(0, lastKept).flatMap(({ key, start: from }, index) => {
    const next = properties[index + 1];
    return key.value === '$schema' && next !== undefined ? [{ start: from, end: next.start, newText: '' }] : [];
  });
  const [last, kept] = [properties.at(-1), properties[lastKept]];
  const rest =
    last === kept || last === undefined || kept === undefined ? [] : [{ start: kept.end, end: last.end, newText: '' }];
  return applyEdits(text, [...edits, ...rest]);
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
