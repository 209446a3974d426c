/**
 * What a toggle serves in one environment, as the service stores it (service.md B), read from JSON that nobody has promised
 * anything about. Pure.
 */
export interface State {
  readonly disabled: boolean;
  /** Fields that the service knows, in the order in which they are shown. */
  readonly content: Plain;
}

export type Plain = Readonly<Record<string, unknown>>;

/** The state in one form: known fields alone, in one order, without those that say nothing. */
export function normalised({ disabled, content }: State): State {
  return { disabled, content: known(content, grammar) };
}

export function sameState(a: State, b: State): boolean {
  return textOf(a) === textOf(b);
}

/** JSON that people compare. */
export function textOf(state: State): string {
  return `${JSON.stringify(normalised(state), null, 2)}\n`;
}

/**
 * What will be live after a PATCH: fields of the body and of its content that are absent, or null, keep the service's
 * values (service.md B).
 * @param body of the PATCH
 */
export function effective(body: Plain, live: State): Effective {
  const content = withoutNull(asObject(body['content']) ?? {});
  const stored = known(live.content, grammar);
  const kept = Object.keys(grammar).filter((key) => !Object.hasOwn(content, key) && Object.hasOwn(stored, key));
  const disabled = body['disabled'];
  return {
    state: {
      disabled: typeof disabled === 'boolean' ? disabled : live.disabled,
      content: { ...live.content, ...content },
    },
    kept: typeof disabled === 'boolean' ? kept : ['disabled', ...kept],
  };
}

export interface Effective {
  readonly state: State;
  /** What is not in the body, and so stays as the service has it. */
  readonly kept: readonly string[];
}

/** @param text JSON of one object, as a push sends it; throws where it is no JSON */
export function readBody(text: string): Plain {
  return asObject(JSON.parse(text)) ?? {};
}

export function asObject(value: unknown): Plain | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : undefined;
}

export function listIn(object: Plain | undefined, key: string): readonly unknown[] {
  const list = object?.[key];
  return Array.isArray(list) ? list : [];
}

/** Of values of one form, such as `normalised` gives. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function withoutNull(object: Plain): Plain {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** The fields of an object, in the order in which they are shown, and what is in them. */
interface Grammar {
  readonly [key: string]: Grammar | undefined;
}

const serve: Grammar = { select: undefined, split: undefined };
const condition: Grammar = {
  type: undefined,
  subject: undefined,
  predicate: undefined,
  objects: undefined,
  leftPredicate: undefined,
  rightPredicate: undefined,
  rightObjects: undefined,
};
const grammar: Grammar = {
  prerequisites: { key: undefined, value: undefined, type: undefined },
  rules: { name: undefined, conditions: condition, serve },
  disabledServe: serve,
  defaultServe: serve,
  variations: { value: undefined, name: undefined, description: undefined },
};

/** Without what the service does not store, and without null, which it says where there is nothing. */
function known(object: Plain, fields: Grammar): Plain {
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(fields)) {
    const value = object[key];
    if (value === undefined || value === null || (key === 'prerequisites' && isEmpty(value))) continue;
    if (inner === undefined) kept[key] = value;
    else kept[key] = Array.isArray(value) ? value.map((item) => knownIn(item, inner)) : knownIn(value, inner);
  }
  return kept;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function knownIn(value: unknown, fields: Grammar): unknown {
  const object = asObject(value);
  return object === undefined ? value : known(object, fields);
}
