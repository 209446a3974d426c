/** A toggle that serves "off" to everyone, its file, and a config: what tests change is all that they write. */

export const offAndOn = [
  { name: 'off', value: 'false' },
  { name: 'on', value: 'true' },
];

export const condition = (type: string, subject: string, predicate: string, ...objects: readonly string[]) => ({
  ...{ type, subject, predicate, objects },
});
export const inCity = (...cities: readonly string[]) => condition('string', 'city', 'is one of', ...cities);
export const inSegment = (...keys: readonly string[]) => condition('segment', '', 'is in', ...keys);

export function contentOf(change: object = {}) {
  return { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations: offAndOn, ...change };
}

/** @param change of the content */
export function toggleText(change: object = {}, body: object = {}): string {
  return JSON.stringify({ disabled: false, ...body, content: contentOf(change) });
}

/** As `toggleText`, as people lay it out. */
export function prettyToggle(change: object = {}, body: object = {}): string {
  return `${JSON.stringify(JSON.parse(toggleText(change, body)), undefined, 2)}\n`;
}

/** Each environment has a folder. */
export function configText(change: object = {}): string {
  const places = { baseUrl: 'https://a.b', project: 'P', files: '{environment}/{toggle}.targeting.json' };
  return JSON.stringify({ ...places, environments: { dev: {}, online: {} }, ...change });
}
