/** Builds the text of a new targeting file. It is valid and disabled, so everyone is served the first variation. */

export const returnTypes = ['boolean', 'string', 'number', 'json'] as const;
export type ReturnType = (typeof returnTypes)[number];

/** The variations of `disabledServe` and `defaultServe`, in this order. The service expects strings as values. */
const variations: Readonly<Record<ReturnType, readonly (readonly [name: string, value: string])[]>> = {
  boolean: [
    ['off', 'false'],
    ['on', 'true'],
  ],
  string: [
    ['control', 'control'],
    ['treatment', 'treatment'],
  ],
  number: [
    ['zero', '0'],
    ['one', '1'],
  ],
  json: [
    ['empty', '{}'],
    ['treatment', '{"enabled":true}'],
  ],
};

export function newTargeting(type: ReturnType): string {
  const lines = variations[type].map(
    ([name, value]) =>
      `      { "value": ${JSON.stringify(value)}, "name": ${JSON.stringify(name)}, "description": "" }`,
  );
  return `{
  "disabled": true,
  "content": {
    "rules": [],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 1 },
    "variations": [
${lines.join(',\n')}
    ]
  }
}
`;
}
