/** Files of an environment for tests of `export` and `serve`. */

export const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example', project: 'Shop', files: '{environment}/{toggle}.targeting.json' },
  environments: { dev: {}, production: {} },
});

const conditionOf = (type: string, subject: string, predicate: string, object: string) => ({
  ...{ type, subject, predicate },
  objects: [object],
});

/** On in one city. */
export const onIn = (city: string, values = ['false', 'true']) =>
  targetingWith(conditionOf('string', 'city', 'is one of', city), values);

/** On for those in a segment. */
export const onFor = (segment: string) => targetingWith(conditionOf('segment', '', 'is in', segment));

export const users = (segments: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    users: [{ name: 'ada', key: 'user-1', attributes: { city: 'Paris' } }],
    segments: Object.entries(segments).map(([key, city]) => ({
      key,
      rules: [{ conditions: [conditionOf('string', 'city', 'is one of', city)] }],
    })),
  });

function targetingWith(condition: object, values = ['false', 'true']): string {
  return `${JSON.stringify(
    {
      disabled: false,
      content: {
        rules: [{ serve: { select: 1 }, conditions: [condition] }],
        ...{ disabledServe: { select: 0 }, defaultServe: { select: 0 } },
        variations: values.map((value) => ({ value })),
      },
    },
    undefined,
    2,
  )}\n`;
}
