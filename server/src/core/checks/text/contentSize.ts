/**
 * # content-too-large (warning)
 * The content's JSON, as the open-source service writes it, is longer than the 1,048,576 bytes that it takes.
 * ```jsonc
 * { "content": { "rules": [] } } // with a megabyte of rules
 * ```
 * Fix: put long lists of users into a segment of the service.
 * ---
 * The service counts the content that it writes itself (service.md B): with nothing that it does not know, no blanks,
 * and no more escapes than JSON needs. What it keeps of its own, because the file lacks it, is not known here and not
 * counted.
 */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { asArray, asObject } from '../../json/plain.js';
import { propertyNamed } from '../../json/queries.js';
import type { ObjectFinding } from '../check.js';
import type { Shape } from '../shape.js';
import { utf8Length } from '../conditions/utf8.js';

const limit = 1_048_576;

/**
 * @param body the shape of the whole file
 * @returns findings whose paths begin at the body
 */
export function contentSize(document: JsonDocument, body: Shape): readonly ObjectFinding[] {
  // No character has more than three bytes for each of its units.
  if (document.length * 3 <= limit) return [];
  const allBytes = utf8Length(document.text);
  if (allBytes <= limit) return [];
  // What the service writes is hardly ever longer than the file without its blanks.
  const compactBytes = allBytes - document.blanks;
  const shape = body.properties.find(({ key }) => key === 'content')?.shape;
  const content = propertyNamed(document.root, 'content');
  if (compactBytes + noPrerequisites.length <= limit || shape === undefined || content === undefined) return [];
  // Nobody escapes half of a file, and counting all of a huge one takes longer than a keystroke may.
  const bytes = compactBytes > 2 * limit ? compactBytes : storedContent(content.node, shape);
  if (bytes <= limit) return [];
  const message = t('The content is about {0} bytes long: the open-source service takes at most 1048576.', bytes);
  const consequence = { code: 'service-limit', message } as const;
  return [{ code: 'content-too-large', path: ['content'], atKey: true, message, consequence }];
}

/** The service writes a list of prerequisites where there is none. */
const noPrerequisites = ',"prerequisites":[]';

function storedContent(content: JsonNode | undefined, shape: Shape): number {
  const hasPrerequisites = propertyNamed(content, 'prerequisites') !== undefined;
  return storedBytes(content?.value, shape) + (hasPrerequisites ? 0 : noPrerequisites.length);
}

/** How many bytes the service makes of a value. */
function storedBytes(value: unknown, shape: Shape): number {
  if (value === null) return 4;
  const { type, items, properties } = shape;
  const object = asObject(value);
  if (type === 'array') return listBytes((asArray(value) ?? []).map((item) => (items ? storedBytes(item, items) : 0)));
  if (type === 'integer') return String(Math.trunc(Number(value))).length;
  if (type !== 'object') return textBytes(typeof value === 'string' ? value : JSON.stringify(value));
  const known = properties.filter(({ key, shape: inner }) => {
    // Of what is null nothing is written, nor of `notEmptyConditions`, which has no type.
    return inner.type !== undefined && object !== undefined && Object.hasOwn(object, key) && object[key] != null;
  });
  return listBytes(known.map(({ key, shape: inner }) => key.length + 3 + storedBytes(object?.[key], inner)));
}

/** With brackets around them, and commas between them. */
function listBytes(parts: readonly number[]): number {
  return parts.reduce((sum, bytes) => sum + bytes, 2 + Math.max(0, parts.length - 1));
}

/** With quotes and escapes: of two characters for most, of six for the control characters that have none so short. */
function textBytes(text: string): number {
  let bytes = 2 + utf8Length(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) bytes += '\b\f\n\r\t'.includes(text.charAt(at)) ? 1 : 5;
    else if (text[at] === '"' || text[at] === '\\') bytes += 1;
  }
  return bytes;
}
