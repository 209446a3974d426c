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
      ? t('Character {0} cannot stand in an access token. Leave out "Bearer": the token is sent by itself.', character)
      : t('Character {0} cannot stand in an access token.', character),
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
  for (let at = 0; at < plain.length; at += 1) {
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
  while (text.charCodeAt(end) === backslash && end - at < mostBackslashes) end += 1;
  const escaped = text.charCodeAt(end);
  if (escaped === letterU && Number(`0x${text.slice(end + 1, end + 5)}`) === code) return end + 5 - at;
  return escaped === code ? end + 1 - at : 0;
}

/** Before an escaped character: JSON in JSON in JSON has seven. */
const mostBackslashes = 7;

const backslash = 0x5c;
const letterU = 0x75;
