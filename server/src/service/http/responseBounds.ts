/** Bounds that keep the editor responsive, yet accept every meaningful toggle of up to 1 MiB (service.md B). Pure. */
import { t } from '../../core/t.js';
import { sizeOf } from '../words/sizeOf.js';

/** @returns a sentence about the first bound that is exceeded; the text need not be JSON */
export function beyondBounds(text: string): string | undefined {
  if (Buffer.byteLength(text) >= MAX_RESPONSE_BYTES)
    return t(
      'the response is {0} or larger, too large for a toggle. Is the base URL right?',
      sizeOf(MAX_RESPONSE_BYTES),
    );
  /** Number of members found so far in each open list and object. */
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

function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** The content of a toggle has about 10 levels; a page of versions has a few more. */
const MAX_RESPONSE_DEPTH = 64;
/** Limits lists, objects and fields. Strings and numbers in a list are cheap, so they are not counted. */
const MAX_CONTAINERS_IN_LIST = 10_000;
const MAX_CONTAINERS = 200_000;

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBracket, closeBracket] = [0x5b, 0x5d];
const [openBrace, closeBrace] = [0x7b, 0x7d];
