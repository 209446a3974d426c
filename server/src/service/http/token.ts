/** Which texts can be an access token. Pure. */
import { t } from '@vscode/l10n';

/** The token without the white space around it, or what is wrong with it. */
export function readToken(typed: string): { readonly token: string } | { readonly problem: string } {
  const token = typed.trim();
  if (token === '') return { problem: t('The access token is empty.') };
  // Visible ASCII is what an HTTP header can carry unchanged (RFC 9110, 5.5); no token has a space in it.
  const wrong = /[^\x21-\x7E]/.exec(token);
  if (wrong === null) return { token };
  const character = wrong.index + 1;
  return {
    problem: /^bearer\s/i.test(token)
      ? t('An access token cannot contain character {0}. Leave out "Bearer": only the token is stored.', character)
      : t('An access token cannot contain character {0}.', character),
  };
}

/** The text without the token, also where it stands in JSON with escapes (`\/`, `\u0061`). */
export function blot(text: string, token: string): string {
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
    // Of many backslashes, only the last ones can belong to a character that is escaped.
    if (first !== backslash && code === backslash) at = Math.max(at, endOfBackslashes(plain, at) - MAX_BACKSLASHES);
    const end = endOfToken(plain, at, token);
    if (end === undefined) continue;
    parts.push(plain.slice(from, at), hidden);
    from = end;
    at = end - 1;
  }
  return parts.join('') + plain.slice(from);
}

/** Where a token ends that begins there, however its characters are spelt. */
function endOfToken(text: string, start: number, token: string): number | undefined {
  let at = start;
  for (let index = 0; index < token.length; index += 1) {
    const length = lengthOf(token.charCodeAt(index), text, at);
    if (length === 0) return undefined;
    at += length;
  }
  return at;
}

/** As itself, or escaped, also of JSON that stands in JSON; 0 where it is another character. */
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

/** What four hexadecimal digits say that begin there; not a number where they are none. Without a text for each of them. */
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

/** Before an escaped character: JSON in JSON in JSON has seven. */
const MAX_BACKSLASHES = 7;

const backslash = 0x5c;
const letterU = 0x75;
