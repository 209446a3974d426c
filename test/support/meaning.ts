/** The meaning of a targeting file, read without our code. Serves name variations by value, so their order does not matter. */
export interface Meaning {
  readonly variations: readonly unknown[];
  readonly rules: readonly { readonly name: unknown; readonly serve: ServeMeaning }[];
  readonly disabledServe: ServeMeaning;
  readonly defaultServe: ServeMeaning;
}

export interface ServeMeaning {
  readonly select: unknown;
  /** Shares other than 0, by the value of the variation; undefined without a split. */
  readonly split: Readonly<Record<string, unknown>> | undefined;
  /** Shares after the last variation. */
  readonly beyond: readonly unknown[];
}

export function meaningOf(text: string): Meaning {
  const { content = {} } = JSON.parse(pureJson(text)) as { content?: Record<string, unknown> };
  const variations = (content['variations'] as { value: unknown }[]).map(({ value }) => value);
  const rules = (content['rules'] ?? []) as { name: unknown; serve: unknown }[];
  return {
    variations,
    rules: rules.map(({ name, serve }) => ({ name, serve: meaningOfServe(serve, variations) })),
    disabledServe: meaningOfServe(content['disabledServe'], variations),
    defaultServe: meaningOfServe(content['defaultServe'], variations),
  };
}

function meaningOfServe(serve: unknown, variations: readonly unknown[]): ServeMeaning {
  const { select, split } = (typeof serve === 'object' ? serve : {}) as { select?: unknown; split?: unknown };
  const shares = Array.isArray(split) ? (split as readonly unknown[]) : undefined;
  const positive = shares
    ?.slice(0, variations.length)
    .flatMap((share, index) =>
      share === 0 || Object.is(share, -0) ? [] : [[String(variations[index]), share] as const],
    );
  return {
    select: Number.isInteger(select) ? selected(Number(select), variations) : select,
    split: positive && Object.fromEntries(positive),
    beyond: shares?.slice(variations.length) ?? [],
  };
}

/** All invalid indices mean the same: nothing. */
function selected(index: number, variations: readonly unknown[]): unknown {
  return index < 0 || index >= variations.length ? { dangling: true } : { variation: variations[index] };
}

/** The order in which the variations of each split cut the buckets: if it differs, a user may get another one. */
export function bucketsOf({ rules, disabledServe, defaultServe, variations }: Meaning): readonly string[] {
  return [...rules.map(({ serve }) => serve), disabledServe, defaultServe].map(({ split = {} }) =>
    JSON.stringify(variations.flatMap((value) => (String(value) in split ? [[value, split[String(value)]]] : []))),
  );
}

function pureJson(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*[^]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
}

/** All tokens, with white space and comments, sorted. */
export function tokensOf(text: string): readonly string[] {
  return (text.match(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|\s|[^\s"/,:[\]{}]+|[,:[\]{}]/g) ?? []).sort();
}
