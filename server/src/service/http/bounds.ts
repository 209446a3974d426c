/**
 * Whether an answer is one that a service with toggles gives, before anything works on it. One pass over its text. Pure.
 *
 * The bounds keep each step of what follows so short that the editor answers meanwhile. They refuse no toggle that the server
 * can store and that makes sense: of 1 MiB (service.md B), which has no room for so many rules with conditions.
 */
import { t } from '@vscode/l10n';
import { sizeOf } from '../words/sizeOf.js';

/** A sentence about what is beyond all bounds in JSON text; undefined where nothing is. Text that is no JSON is not judged. */
export function beyondBounds(text: string): string | undefined {
  if (Buffer.byteLength(text) >= MAX_RESPONSE_BYTES)
    return t(
      'the response has {0} or more; none about a toggle is that large. Is the base URL right?',
      sizeOf(MAX_RESPONSE_BYTES),
    );
  /** How many parts each list and object has that is open. */
  const open = [0];
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at + 1);
    const isOpening = character === openBracket || character === openBrace;
    if (isOpening || character === colon) {
      const parts = (open.pop() ?? 0) + 1;
      open.push(parts);
      all += 1;
      if (parts > MAX_CONTAINERS_IN_LIST)
        return t(
          'a list in the response has more than {0} items; no toggle is that large. Is the base URL right?',
          MAX_CONTAINERS_IN_LIST,
        );
      if (all > MAX_CONTAINERS)
        return t(
          'the response has more than {0} values; no toggle is that large. Is the base URL right?',
          MAX_CONTAINERS,
        );
    }
    if (isOpening && open.push(0) > MAX_RESPONSE_DEPTH + 1)
      return t('the response is nested more than {0} deep; no toggle is. Is the base URL right?', MAX_RESPONSE_DEPTH);
    if ((character === closeBracket || character === closeBrace) && open.length > 1) open.pop();
  }
  return undefined;
}

/** Where its closing quote stands, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** Bytes, of JSON that is read. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Levels. The content of a toggle has some ten, and a page of versions a few around it. */
const MAX_RESPONSE_DEPTH = 64;
/** Lists, objects, and fields of objects. A list may have any number of texts and numbers, which take no time. */
const MAX_CONTAINERS_IN_LIST = 10_000;
const MAX_CONTAINERS = 200_000;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBracket, closeBracket] = [0x5b, 0x5d];
const [openBrace, closeBrace] = [0x7b, 0x7d];
