/**
 * Brings what a service has stored into a file: the smallest edit after which the file says it. The comment, `$schema` and
 * whatever else the file has beyond the service's fields stay.
 */
import type { JsonDocument } from '../document/document.js';
import { parse } from '../document/document.js';
import type { Edit } from '../document/edits.js';
import { applyEdits } from '../document/edits.js';
import type { Path } from '../document/nodes.js';
import { asObject } from '../document/plain.js';
import { valueEdits } from '../document/valueEdits.js';
import type { Pull } from '../protocol.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export function pull(open: OpenDocument, body: string): Pull {
  const stored = asObject(JSON.parse(body)) ?? {};
  const edits = pulled(open.json, stored);
  if (edits === undefined) return { kind: 'not-an-object' };
  const textEdits = edits.map(({ newText, ...span }) => ({ range: rangeOf(open, span), newText }));
  return { kind: 'ready', version: open.version, edits: textEdits, text: applyEdits(open.json.text, edits) };
}

/** @param body `disabled` and `content`, whole. @returns undefined when the text is not one JSON object */
export function pulled(document: JsonDocument, body: Readonly<Record<string, unknown>>): readonly Edit[] | undefined {
  if (document.text.trim() === '') {
    const whole = parse('{\n}\n');
    const [edit] = valueEdits(whole, [], body, () => true);
    return [{ start: 0, end: document.text.length, newText: `${edit?.newText ?? '{}'}\n` }];
  }
  if (document.root?.kind !== 'object' || document.syntaxProblems.length > 0) return undefined;
  return valueEdits(document, [], body, isOurs);
}

/** Fields that the service does not have are the file's own, and so is a comment. */
function isOurs(path: Path): boolean {
  const key = String(path.at(-1));
  if (path.length === 1) return key !== 'content' && key !== 'disabled';
  return !serviceFields.has(key);
}

/** Of content, and of all that is in it (service.md A and B). */
const serviceFields = new Set([
  'prerequisites',
  'rules',
  'disabledServe',
  'defaultServe',
  'variations',
  'key',
  'value',
  'type',
  'name',
  'conditions',
  'serve',
  'select',
  'split',
  'subject',
  'predicate',
  'objects',
  'leftPredicate',
  'rightPredicate',
  'rightObjects',
  'description',
]);
