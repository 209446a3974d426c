/** Writes the stored state into a file with the smallest edit. The comment, `$schema` and unknown fields stay. */
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import type { Edit } from '../json/edit/edits.js';
import { applyEdits, textEdits } from '../json/edit/edits.js';
import type { JsonNode } from '../json/nodes.js';
import { propertyNamed } from '../json/queries.js';
import { valueEdits } from '../json/edit/valueEdits.js';
import type { Pull } from '../protocol.js';
import type { Schema } from '../targeting/schema.js';
import { targeting } from '../targeting/schema.js';
import type { OpenDocument } from './openDocument.js';

/** @param body the stored state, as JSON of one object */
export function pull(open: OpenDocument, body: string): Pull {
  const edits = pulled(open.json, body);
  if (edits === undefined) return { kind: 'not-an-object' };
  const { json, version } = open;
  return { kind: 'ready', version, edits: textEdits(json, edits), text: applyEdits(json.text, edits) };
}

/** The text of a file that contains only the stored state. */
export function newFile(body: string): string {
  return applyEdits(
    '',
    valueEdits(parse(''), parse(body), () => false),
  );
}

/** @returns undefined if the document is neither empty nor one JSON object */
export function pulled(document: JsonDocument, body: string): readonly Edit[] | undefined {
  const { root, syntaxProblems } = document;
  const isObject = root?.kind === 'object' && syntaxProblems.length === 0;
  if (!isObject && !/^\uFEFF?[ \t\r\n]*$/.test(document.text)) return undefined;
  // Keep the file's own fields: fields next to `content` and `disabled`, and fields that the service does not have.
  return valueEdits(
    document,
    parse(body),
    (key, object) => object === root || !serviceFields.has(key) || (key === 'prerequisites' && isEmpty(object, key)),
  );
}

/** Whether the list is empty. The service omits an empty list, but a file may have one. */
function isEmpty(object: JsonNode, key: string): boolean {
  const list = propertyNamed(object, key)?.node;
  return list?.kind === 'array' && list.items.length === 0;
}

/** The service's fields in `content` (service.md A and B), except `notEmptyConditions`, which the service adds. */
const serviceFields: ReadonlySet<string> = new Set(fieldsBelow(targeting.property('content')));

function fieldsBelow(schema: Schema | undefined): readonly string[] {
  return (schema?.keys ?? []).flatMap((key) => {
    const field = schema?.property(key);
    return field?.type === undefined ? [] : [key, ...fieldsBelow(field), ...fieldsBelow(field.items())];
  });
}
