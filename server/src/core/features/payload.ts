/** The body of a push: the file's JSON with unchanged formatting and numbers, without `$schema`, with a comment. */
import { applyEdits } from '../json/edit/edits.js';
import type { ObjectNode } from '../json/nodes.js';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import { propertyNamed, textNamed } from '../json/queries.js';

/** The request body, with the file's comment or an empty comment; undefined if the text is not one JSON object. */
export function payload(document: JsonDocument): string | undefined {
  const { root, syntaxProblems } = document;
  if (root?.kind !== 'object' || syntaxProblems.length > 0) return undefined;
  const body = withoutSchema(document, root)
    .trim()
    .replace(/^\uFEFF/, '');
  return withComment(body, commentOf(document) ?? '');
}

/** @param body the JSON text of an object */
export function withComment(body: string, comment: string): string {
  const { root } = parse(body);
  if (root?.kind !== 'object') throw new TypeError('A body is an object.');
  const { node } = propertyNamed(root, 'comment') ?? {};
  if (node?.value === comment) return body;
  const json = JSON.stringify(comment);
  if (node !== undefined) return applyEdits(body, [{ start: node.start, end: node.end, newText: json }]);
  const at = root.start + 1;
  const newText = `"comment": ${json}${root.properties.length > 0 ? ', ' : ''}`;
  return applyEdits(body, [{ start: at, end: at, newText }]);
}

/** The file's own comment; undefined if it is missing or empty. */
export function commentOf(document: JsonDocument): string | undefined {
  const comment = textNamed(document.root, 'comment');
  return comment?.trim() === '' ? undefined : comment;
}

/** Removes all `$schema` properties at once. In strict JSON, only white space and commas separate properties. */
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
