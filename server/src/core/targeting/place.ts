/** Identifies the target of a push: addresses and keys that are equal to the service have one spelling. */

interface Place {
  readonly baseUrl: string;
  readonly project: string;
  readonly environmentKey: string;
}

/** Two environments are the same at the service exactly if all of this is equal. */
export function placeOf({ baseUrl, project, environmentKey }: Place): readonly string[] {
  return [serviceAddressOf({ baseUrl }), foldedKey(project), foldedKey(environmentKey)];
}

/** A token belongs to this address: origin and path in one spelling. `/~someone` and `/~other` may be two services. */
export function serviceAddressOf({ baseUrl }: Pick<Place, 'baseUrl'>): string {
  const base = urlOf(baseUrl);
  if (base === undefined) return baseUrl;
  return base.origin + prefixOf(base).replace(/%[0-9a-f]{2}/gi, oneSpelling);
}

/** Not `URL.canParse`: once compiled, Node 20's version rejects `https://bücher.example`. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The path that all addresses of a service begin with. */
export function prefixOf({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/, '');
}

/** The service's database ignores case, accents and blanks at both ends of a key. */
export function foldedKey(key: string): string {
  return key.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** An unnecessary escape equals its character (RFC 3986, 6.2.2). */
function oneSpelling(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /^[\w.~-]$/.test(character) ? character : escape.toUpperCase();
}
