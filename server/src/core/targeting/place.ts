/** Identifies the target of a push. Addresses and keys that the service treats as equal get the same spelling. */

interface Place {
  readonly baseUrl: string;
  readonly project: string;
  readonly environmentKey: string;
}

/** Strings that identify an environment of a service: two places are the same environment if all strings are equal. */
export function placeOf({ baseUrl, project, environmentKey }: Place): readonly string[] {
  return [serviceAddressOf({ baseUrl }), foldedKey(project), foldedKey(environmentKey)];
}

/** The address that a token belongs to: origin and path, because `/~someone` and `/~other` may be two services. */
export function serviceAddressOf({ baseUrl }: Pick<Place, 'baseUrl'>): string {
  const base = urlOf(baseUrl);
  if (base === undefined) return baseUrl;
  return base.origin + prefixOf(base).replace(/%[0-9a-f]{2}/gi, oneSpelling);
}

/** Parses a URL. `URL.canParse` is not used: once JIT-compiled by Node 20, it rejects `https://bücher.example`. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The path that all addresses of a service begin with, without trailing slashes. */
export function prefixOf({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/, '');
}

/** Normalizes a key: the service's database ignores case, accents, and spaces at both ends. */
export function foldedKey(key: string): string {
  return key.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Normalizes a percent escape: an unnecessary escape becomes its character (RFC 3986, 6.2.2). */
function oneSpelling(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /^[\w.~-]$/.test(character) ? character : escape.toUpperCase();
}
