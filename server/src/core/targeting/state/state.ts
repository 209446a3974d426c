/** A toggle's state in one environment, as the service stores it (service.md B), read from any JSON. */
export interface State {
  readonly disabled: boolean;
  /** Known fields in display order. */
  readonly content: Plain;
}

export type Plain = Readonly<Record<string, unknown>>;

/** Keeps only known fields with their stored values, in a fixed order, without nulls and empty prerequisites. */
export function normalised({ disabled, content }: State): State {
  const { prerequisites, ...rest } = stored(content, grammar);
  return { disabled, content: { ...(!isEmpty(prerequisites) && { prerequisites }), ...rest } };
}

/** The body of a PATCH that results in this state, whatever the live state is, because the body omits no field. */
export function completeBody(state: State): State {
  const { disabled, content } = normalised(state);
  return { disabled, content: { ...empty, ...content } };
}

const empty = { prerequisites: [], rules: [], disabledServe: {}, defaultServe: {}, variations: [] };

export function sameState(a: State, b: State): boolean {
  return isEqual(comparable(a), comparable(b));
}

/** Like `normalised`, but an empty description of a variation counts as missing. */
export function comparable(state: State): State {
  const { disabled, content } = normalised(state);
  if (!Array.isArray(content['variations'])) return { disabled, content };
  const variations = listIn(content, 'variations').map((item) => {
    const { description, ...rest } = asObject(item) ?? {};
    return asObject(item) === undefined || description !== '' ? item : rest;
  });
  return { disabled, content: { ...content, variations } };
}

/** A state as formatted JSON, for people to compare. */
export function textOf(state: State): string {
  return `${JSON.stringify(normalised(state), null, 2)}\n`;
}

/**
 * The live state after a PATCH. Missing or null fields keep the service's values (service.md B); values of another type
 * are converted as the service would store them.
 */
export function stateAfterPatch(body: Plain, live: State): Effective {
  const content = stored(asObject(body['content']) ?? {}, grammar);
  const before = normalised(live).content;
  const left = grammar.map(([key]) => key).filter((key) => !Object.hasOwn(content, key) && Object.hasOwn(before, key));
  const disabled = storedFlag(body['disabled']);
  return {
    state: { disabled: disabled ?? live.disabled, content: { ...live.content, ...content } },
    leftToService: disabled === undefined ? ['disabled', ...left] : left,
  };
}

export interface Effective {
  readonly state: State;
  /** Fields that the body lacks; the service keeps their values. */
  readonly leftToService: readonly string[];
}

/**
 * Parses a body. Numbers that JavaScript would write differently (`1.0`) become strings, to keep their spelling.
 * @param body JSON of one object
 * @throws if the body is not JSON
 */
export function readBody(body: string): Plain {
  const written = body.replace(stringOrNumber, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(token),
  );
  return asObject(JSON.parse(written)) ?? {};
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function asObject(value: unknown): Plain | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : undefined;
}

export function listIn(object: Plain | undefined, key: string): readonly unknown[] {
  const list = object?.[key];
  return Array.isArray(list) ? list : [];
}

/** Compares values whose keys are in the same order, such as the results of `normalised`. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Compares values regardless of the order of their keys. */
export function isEquivalent(a: unknown, b: unknown): boolean {
  return isEqual(a, b) || orderedText(a) === orderedText(b);
}

export function orderedText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    const object = asObject(inner);
    return object === undefined
      ? inner
      : Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Fields in display order, with the fields of their objects or list items. */
type Grammar = readonly (readonly [key: string, field: Field])[];
type Field = Grammar | 'text' | 'integer';

const text = 'text';
const integer = 'integer';
const serve: Grammar = Object.entries({ select: integer, split: integer });
const condition: Grammar = Object.entries({
  type: text,
  subject: text,
  predicate: text,
  objects: text,
  leftPredicate: text,
  rightPredicate: text,
  rightObjects: text,
});
const grammar: Grammar = Object.entries<Field>({
  prerequisites: Object.entries({ key: text, value: text, type: text }),
  rules: Object.entries<Field>({ name: text, conditions: condition, serve }),
  disabledServe: serve,
  defaultServe: serve,
  variations: Object.entries({ value: text, name: text, description: text }),
});

/** Leaves out unknown fields, and null, which the service returns for missing values. */
function stored(object: Plain, fields: Grammar): Plain {
  const known: Record<string, unknown> = {};
  for (const [key, field] of fields) {
    const given = object[key];
    if (given === undefined) continue;
    const value: unknown = Array.isArray(given)
      ? given.map((item) => storedValue(item, field))
      : storedValue(given, field);
    if (value !== null) known[key] = value;
  }
  return known;
}

/** The value that the service would store. A value that the service refuses stays unchanged. */
function storedValue(value: unknown, field: Field): unknown {
  if (field === 'text') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (field === 'integer') return storedInteger(value);
  const object = asObject(value);
  return object === undefined ? value : stored(object, field);
}

/** Truncates fractions; blank text becomes null. Numbers beyond 32 bits, which the service refuses, stay unchanged. */
function storedInteger(value: unknown): unknown {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'string' && numeric.test(value) ? Number(value) : value;
  const fits = typeof number === 'number' && number >= -(2 ** 31) && number < 2 ** 31;
  return fits ? Math.trunc(number) + 0 : value;
}

/** Strings that are numbers, possibly between spaces. `readBody` turns numbers such as `1.0` into strings. */
const numeric = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

/** @returns undefined if the service keeps its value, or refuses the whole body */
function storedFlag(value: unknown): boolean | undefined {
  if (typeof value === 'number') return value !== 0;
  const said = typeof value === 'string' ? value.trim() : value;
  if (said === true || said === 'true' || said === 'True' || said === 'TRUE') return true;
  return said === false || said === 'false' || said === 'False' || said === 'FALSE' ? false : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
