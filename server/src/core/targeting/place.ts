/** Where a push arrives: one spelling for each service address, and for keys that are one to the service. */

/** What a place is made of; who names it how does not matter. */
interface Place {
  readonly baseUrl: string;
  readonly project: string;
  readonly environmentKey: string;
}

/** Two environments are one at the service exactly if all of this is equal. */
export function placeOf({ baseUrl, project, environmentKey }: Place): readonly string[] {
  return [serviceAddressOf({ baseUrl }), foldedKey(project), foldedKey(environmentKey)];
}

/**
 * Where a service is, and what a token belongs to: the origin and the path of the base URL, for on one host `/~someone` and `/~other` may be two
 * services. One spelling for each address; without a path it is the origin.
 */
export function serviceAddressOf({ baseUrl }: Pick<Place, 'baseUrl'>): string {
  const base = urlOf(baseUrl);
  if (base === undefined) return baseUrl;
  return base.origin + prefixOf(base).replace(/%[0-9a-f]{2}/gi, oneSpelling);
}

/** Undefined for what is no URL. `URL.canParse` of Node 20 also says so of `https://bücher.example`, once it is compiled. */
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

/** One for keys that are the same to the service's database, which ignores case, accents and blanks at their ends. */
export function foldedKey(key: string): string {
  return key.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** An escape that is none needed is the same as its character (RFC 3986, 6.2.2). */
function oneSpelling(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /^[\w.~-]$/.test(character) ? character : escape.toUpperCase();
}
