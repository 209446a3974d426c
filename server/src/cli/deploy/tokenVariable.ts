/**
 * The environment variable that has the token for a service address (target.ts: host and path of a base URL). Two addresses never share
 * one: a changed `baseUrl` finds no token.
 */

/** Each as so many underscores as its place here says. */
const marks = '.-:/';

/** @returns undefined for an address that no variable can be named after */
export function tokenVariable(address: string): string | undefined {
  const { host, pathname } = new URL(address);
  const place = `${host}${pathname === '/' ? '' : pathname}`;
  const name = place.replace(/[.\-:/]/g, (mark) => '_'.repeat(marks.indexOf(mark) + 1));
  // What stands side by side, as in `a-.b`, could be read as something else.
  const readBack = name.replace(/_+/g, (run) => marks[run.length - 1] ?? '');
  return readBack === place && /^\w+$/.test(name) ? `TOGGLE_TARGETING_TOKEN__${name}` : undefined;
}
