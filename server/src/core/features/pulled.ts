/**
 * Brings what a service has stored into a file: the smallest edit after which the file says it. The comment, `$schema` and
 * whatever else the file has beyond the service's fields stay.
 */
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

/** @param body JSON of one object */
export function pull(open: OpenDocument, body: string): Pull {
  const edits = pulled(open.json, body);
  if (edits === undefined) return { kind: 'not-an-object' };
  const { json, version } = open;
  return { kind: 'ready', version, edits: textEdits(json, edits), text: applyEdits(json.text, edits) };
}

/** The text of a file that has nothing but what the service has stored. */
export function newFile(body: string): string {
  return applyEdits(
    '',
    valueEdits(parse(''), parse(body), () => false),
  );
}

/** @returns undefined when the text is neither empty nor one JSON object */
export function pulled(document: JsonDocument, body: string): readonly Edit[] | undefined {
  const { root, syntaxProblems } = document;
  const isObject = root?.kind === 'object' && syntaxProblems.length === 0;
  if (!isObject && !/^\uFEFF?[ \t\r\n]*$/.test(document.text)) return undefined;
  // The file's own stays: what the service does not have and, beside `content` and `disabled`, all that is there.
  return valueEdits(
    document,
    parse(body),
    (key, object) => object === root || !serviceFields.has(key) || (key === 'prerequisites' && isEmpty(object, key)),
  );
}

/** A file may say that there are none, of which the service says nothing. */
function isEmpty(object: JsonNode, key: string): boolean {
  const list = propertyNamed(object, key)?.node;
  return list?.kind === 'array' && list.items.length === 0;
}

/** Of content and of all that is in it (service.md A and B), but for `notEmptyConditions`, which it makes itself and has no type. */
const serviceFields: ReadonlySet<string> = new Set(fieldsBelow(targeting.property('content')));

function fieldsBelow(schema: Schema | undefined): readonly string[] {
  return (schema?.keys ?? []).flatMap((key) => {
    const field = schema?.property(key);
    return field?.type === undefined ? [] : [key, ...fieldsBelow(field), ...fieldsBelow(field.items())];
  });
}
