/**
 * # content-too-large (warning)
 * The content's JSON, as the open-source service writes it, is longer than the 1,048,576 bytes that it accepts.
 * Not reported: an excess that comes from parts that the file leaves to the service.
 * ```jsonc
 * { "content": { "rules": [] } } // with a megabyte of rules
 * ```
 * Fix: move long lists of users into a segment of the service.
 * ---
 * The service counts the JSON that it writes itself (service.md B): without unknown properties and white space, and
 * with only the necessary escapes.
 */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { asArray, asObject } from '../../json/plain.js';
import { propertyNamed } from '../../json/queries.js';
import type { ObjectFinding } from '../check.js';
import type { Shape } from '../shape.js';
import { utf8Length } from '../conditions/utf8.js';

const limit = 1_048_576;

/** @param body the shape of the whole file @returns findings whose paths start at the body */
export function contentSize(document: JsonDocument, body: Shape): readonly ObjectFinding[] {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (document.length * 3 <= limit) return [];
  const allBytes = utf8Length(document.text);
  if (allBytes <= limit) return [];
  // The JSON that the service stores is rarely longer than the file without its white space.
  const compactBytes = allBytes - document.blanks;
  const shape = body.properties.find(({ key }) => key === 'content')?.shape;
  const content = propertyNamed(document.root, 'content');
  if (compactBytes + noPrerequisites.length <= limit || shape === undefined || content === undefined) return [];
  // Above twice the limit, an estimate is enough: an exact count of a huge file would slow down typing.
  const bytes = compactBytes > 2 * limit ? compactBytes : storedContent(content.node, shape);
  if (bytes <= limit) return [];
  const message = t('The content is about {0} bytes long: the open-source service accepts at most 1048576.', bytes);
  const consequence = { code: 'service-limit', message } as const;
  return [{ code: 'content-too-large', path: ['content'], atKey: true, message, consequence }];
}

/** The service adds a list of prerequisites if the file has no such list. */
const noPrerequisites = ',"prerequisites":[]';

function storedContent(content: JsonNode | undefined, shape: Shape): number {
  const hasPrerequisites = propertyNamed(content, 'prerequisites') !== undefined;
  return storedBytes(content?.value, shape) + (hasPrerequisites ? 0 : noPrerequisites.length);
}

function storedBytes(value: unknown, shape: Shape): number {
  if (value === null) return 4;
  const { type, items, properties } = shape;
  const object = asObject(value);
  if (type === 'array') return listBytes((asArray(value) ?? []).map((item) => (items ? storedBytes(item, items) : 0)));
  if (type === 'integer') return String(Math.trunc(Number(value))).length;
  if (type !== 'object') return textBytes(typeof value === 'string' ? value : JSON.stringify(value));
  const known = properties.filter(({ key, shape: inner }) => {
    // The service writes neither nulls nor `notEmptyConditions`, which has no type.
    return inner.type !== undefined && object !== undefined && Object.hasOwn(object, key) && object[key] != null;
  });
  return listBytes(known.map(({ key, shape: inner }) => key.length + 3 + storedBytes(object?.[key], inner)));
}

/** The length of a JSON list or object, with brackets and commas. */
function listBytes(parts: readonly number[]): number {
  return parts.reduce((sum, bytes) => sum + bytes, 2 + Math.max(0, parts.length - 1));
}

/** The length of a JSON string, with quotes and escapes. Most escapes have two characters; the longest have six. */
function textBytes(text: string): number {
  let bytes = 2 + utf8Length(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) bytes += '\b\f\n\r\t'.includes(text.charAt(at)) ? 1 : 5;
    else if (text[at] === '"' || text[at] === '\\') bytes += 1;
  }
  return bytes;
}
