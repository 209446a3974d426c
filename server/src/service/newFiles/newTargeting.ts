/** The text of a new targeting file: valid as it is, without a problem, and disabled, so that pushing it gives nobody anything new. */

export const returnTypes = ['boolean', 'string', 'number', 'json'] as const;
export type ReturnType = (typeof returnTypes)[number];

/** What such a toggle serves first: by disabledServe, and by defaultServe. Values as the service wants them, as strings. */
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

/** Laid out as the snippets of completion are. */
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
