/** Parts of targeting files and configs for many tests. */

export const variations = [
  { name: 'off', value: 'false' },
  { name: 'on', value: 'true' },
];

export const condition = (type: string, subject: string, predicate: string, ...objects: readonly string[]) => ({
  ...{ type, subject, predicate, objects },
});

export const cityIs = (...cities: readonly string[]) => condition('string', 'city', 'is one of', ...cities);

export const inSegment = (...keys: readonly string[]) => condition('segment', '', 'is in', ...keys);

/** Without changes: no rules, and "off" for everyone. */
export const contentOf = (change: object = {}) => ({
  ...{ rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations, ...change },
});

export const targetingOf = (change: object = {}, rest: object = {}) =>
  JSON.stringify({ disabled: false, ...rest, content: contentOf(change) });

export const pretty = (json: string) => `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;

export const configOf = (more: object = {}) =>
  JSON.stringify({
    ...{ baseUrl: 'https://a.b', project: 'P', files: '{environment}/{toggle}.targeting.json' },
    ...{ environments: { dev: {}, online: {} }, ...more },
  });
