/**
 * The environment variable that has the token for a service address (place.ts: scheme, host and path of a base URL). Two addresses never
 * share one: a changed `baseUrl` finds no token.
 */

/** Each as so many underscores as its place here says. */
const marks = '.-:/';

export function tokenVariable(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  // Only addresses of this machine may be without TLS (target.ts).
  const prefix = `TOGGLE_TARGETING_TOKEN${protocol === 'http:' ? '_HTTP' : ''}`;
  const place = `${host}${pathname === '/' ? '' : pathname}`;
  const name = place.replace(/[.\-:/]/g, (mark) => '_'.repeat(marks.indexOf(mark) + 1));
  // What stands side by side, as in `a-.b`, could be read as something else.
  const readBack = name.replace(/_+/g, (run) => marks[run.length - 1] ?? '');
  if (readBack === place && /^[a-z\d_]+$/.test(name)) return `${prefix}__${name}`;
  // An address is ASCII, so each of these has two digits; capitals have them, too, as Windows ignores the case of variables.
  const spelt = place.replace(/[^a-z\d]/g, (mark) => `_${mark.charCodeAt(0).toString(16)}`);
  return `${prefix}_HEX_${spelt}`;
}
