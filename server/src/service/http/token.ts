/** Validates access tokens, and hides them in text. Pure. */
import { t } from '../../core/t.js';

export function readToken(typed: string): { readonly token: string } | { readonly problem: string } {
  const token = typed.trim();
  if (token === '') return { problem: t('The access token is empty.') };
  // An HTTP header carries visible ASCII unchanged (RFC 9110, 5.5); tokens have no spaces.
  const wrong = /[^\x21-\x7E]/.exec(token);
  if (wrong === null) return { token };
  const character = wrong.index + 1;
  return {
    problem: /^bearer\s/i.test(token)
      ? t('An access token cannot contain character {0}. Leave out "Bearer": only the token is stored.', character)
      : t('An access token cannot contain character {0}.', character),
  };
}

/** Replaces the token, including its JSON-escaped forms (`\/`, `\u0061`). */
export function redactToken(text: string, token: string): string {
  if (token === '') return text;
  const hidden = '(access token)';
  const plain = text.replaceAll(token, hidden);
  if (!plain.includes('\\')) return plain;
  const parts: string[] = [];
  let from = 0;
  const first = token.charCodeAt(0);
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain.charCodeAt(at);
    if (code !== first && code !== backslash) continue;
    // Only the last backslashes in a row can belong to an escaped character.
    if (first !== backslash && code === backslash) at = Math.max(at, endOfBackslashes(plain, at) - MAX_BACKSLASHES);
    const end = endOfToken(plain, at, token);
    if (end === undefined) continue;
    parts.push(plain.slice(from, at), hidden);
    from = end;
    at = end - 1;
  }
  return parts.join('') + plain.slice(from);
}

/** @returns the end of a token that begins at `start`, in any escaped form; undefined if no token begins there */
function endOfToken(text: string, start: number, token: string): number | undefined {
  let at = start;
  for (let index = 0; index < token.length; index += 1) {
    const length = lengthOf(token.charCodeAt(index), text, at);
    if (length === 0) return undefined;
    at += length;
  }
  return at;
}

/** Length of the given character at `at`, plain or escaped, also in nested JSON; 0 if another character is there. */
function lengthOf(code: number, text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first !== backslash) return first === code ? 1 : 0;
  if (code === backslash) return text.charCodeAt(at + 1) === code ? 2 : 1;
  let end = at;
  while (text.charCodeAt(end) === backslash && end - at < MAX_BACKSLASHES) end += 1;
  const escaped = text.charCodeAt(end);
  if (escaped === letterU && codeAt(text, end + 1) === code) return end + 5 - at;
  return escaped === code ? end + 1 - at : 0;
}

function endOfBackslashes(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === backslash) end += 1;
  return end;
}

/** Character code from four hexadecimal digits; NaN if malformed. Avoids a substring for each position. */
function codeAt(text: string, start: number): number {
  let code = 0;
  for (let at = start; at < start + 4; at += 1) code = 16 * code + digitOf(text.charCodeAt(at));
  return code;
}

function digitOf(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const letter = (character | 0x20) - 0x57;
  return letter >= 10 && letter <= 15 ? letter : NaN;
}

/** Maximum number of backslashes before an escaped character: triple-nested JSON has seven. */
const MAX_BACKSLASHES = 7;

const backslash = 0x5c;
const letterU = 0x75;
