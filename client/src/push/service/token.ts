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
  const characters = Array.from(token, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `(?:\\\\?${character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}|\\\\u${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return text.replace(new RegExp(characters.join(''), 'g'), '(access token)');
}
