/** Parts of targeting files for tests of the server. */
export const offAndOn = [
  { value: 'false', name: 'off' },
  { value: 'true', name: 'on' },
];

export const inCity = (...objects: readonly string[]) => ({
  ...{ type: 'string', subject: 'city', predicate: 'is one of', objects },
});

export const cityRule = (name: string, serve: object, ...cities: readonly string[]) => ({
  ...{ name, serve, conditions: [inCity(...cities)] },
});

/** Off for everyone, unless changed. */
export const contentOf = (content: object = {}) => ({
  ...{ rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations: offAndOn },
  ...content,
});

export const targetingOf = (content: object = {}, disabled = false) =>
  JSON.stringify({ disabled, content: contentOf(content) });
