/** Which texts can be an access token. Pure. */

/** The token without the white space around it, or what is wrong with it. */
export function readToken(typed: string): { readonly token: string } | { readonly problem: string } {
  const token = typed.trim();
  if (token === '') return { problem: 'The access token is empty.' };
  // Visible ASCII is what an HTTP header can carry unchanged (RFC 9110, 5.5); no token has a space in it.
  const wrong = /[^\x21-\x7E]/.exec(token);
  if (wrong === null) return { token };
  const hint = /^bearer\s/i.test(token) ? ' Leave out "Bearer": the token is sent by itself.' : '';
  return { problem: `Character ${wrong.index + 1} cannot stand in an access token.${hint}` };
}
