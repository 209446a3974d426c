/**
 * Small readers that turn `unknown` into a type, composed into tables by grammar.ts. As on the open-source server a field that
 * is unknown is dropped, one that is null counts as absent, and a scalar where a string belongs is turned into one.
 * Deliberately no required fields: nothing in the contract is documented as required.
 */
type Wrong = (message: string) => void;

/** Reads one value; what does not fit is told to `wrong` and read as undefined. */
export type Reader<T> = (value: unknown, at: string, wrong: Wrong) => T | undefined;
export type Read<R> = R extends Reader<infer T> ? T : never;

export const text: Reader<string> = (value, at, wrong) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  wrong(`${at} must be a string`);
  return undefined;
};

export const integer: Reader<number> = (value, at, wrong) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  wrong(`${at} must be an integer`);
  return undefined;
};

export const flag: Reader<boolean> = (value, at, wrong) => {
  if (typeof value === 'boolean') return value;
  wrong(`${at} must be true or false`);
  return undefined;
};

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Reads JSON text; `problem` is the first thing that is wrong with it. */
export function readJson<T>(json: string, reader: Reader<T>): Reading<T> {
  const problems: string[] = [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { ok: false, problem: 'the body must be JSON' };
  }
  const value = reader(parsed, 'the body', (message) => problems.push(message));
  const [problem] = problems;
  return value === undefined || problem !== undefined
    ? { ok: false, problem: problem ?? 'the body is empty' }
    : { ok: true, value };
}

export function list<T>(element: Reader<T>): Reader<readonly T[]> {
  return (value, at, wrong) => {
    if (Array.isArray(value)) {
      return value.map((item, index) => element(item, `${at}[${index}]`, wrong)).filter((item) => item !== undefined);
    }
    wrong(`${at} must be an array`);
    return undefined;
  };
}

/** An object whose fields are all optional. */
export function record<T>(fields: { readonly [K in keyof T]: Reader<T[K]> }): Reader<Readonly<Partial<T>>> {
  return (value, at, wrong) => {
    if (!isObject(value)) {
      wrong(`${at} must be an object`);
      return undefined;
    }
    const read: Partial<T> = {};
    for (const key in fields) {
      const given = value[key];
      const parsed = given === undefined || given === null ? undefined : fields[key](given, `${at}.${key}`, wrong);
      if (parsed !== undefined) read[key] = parsed;
    }
    return read;
  };
}

/** An object with keys of its own choosing. */
export function dictionary<T>(element: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, at, wrong) => {
    const entries = new Map<string, T>();
    if (!isObject(value)) wrong(`${at} must be an object`);
    else {
      for (const [key, given] of Object.entries(value)) {
        const parsed = element(given, `${at}.${key}`, wrong);
        if (parsed !== undefined) entries.set(key, parsed);
      }
    }
    return entries;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
