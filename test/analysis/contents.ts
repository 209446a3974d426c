/** Random contents and users, which a seed repeats. Users' values are listed by hand, independent of the cells of the analysis. */
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import { User } from '../../server/src/core/evaluation/user.js';

export interface PlainCondition {
  type: string;
  subject: string;
  predicate: string;
  objects: string[];
  leftPredicate?: string;
  rightPredicate?: string;
  rightObjects?: string[];
}

export interface PlainServe {
  select?: number;
  split?: number[];
}

export interface Content {
  variations: { value: string }[];
  rules: { conditions: PlainCondition[]; serve: PlainServe }[];
  prerequisites: { key: string; type: string; value: string }[];
  disabledServe: PlainServe;
  defaultServe: PlainServe;
}

export interface Made {
  disabled?: boolean;
  content: Content;
}

export interface World {
  readonly returnType: ReturnType;
  readonly asked: Made;
  readonly required: Readonly<Record<string, Made>>;
}

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  some<T>(items: readonly T[], most: number): T[] {
    return Array.from({ length: 1 + this.below(most) }, () => this.of(items));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

const predicates: Readonly<Record<string, readonly string[]>> = {
  string: ['is one of', 'is one of', 'is not any of', 'starts with', 'does not start with', 'ends with'].concat([
    'does not end with',
    'contains',
    'does not contain',
  ]),
  regex: ['matches regex', 'does not match regex'],
  number: ['=', '!=', '>', '>=', '<', '<='],
  semver: ['=', '!=', '>', '>=', '<', '<='],
  datetime: ['after', 'before'],
  segment: ['is in', 'is not in'],
};

const objects: Readonly<Record<string, readonly string[]>> = {
  string: ['a', 'ab', 'b', 'ba', 'aba', 'c', 'bc', ''],
  regex: ['^a', 'b$', '[ab]+c', '^$', 'a.b', '(', '(?=a)b', 'c{2}'],
  number: ['1', '2', '2.0', '3', '5', '10', '-1', '0.5', 'NaN', 'Infinity', '1e400', ' 5'],
  semver: ['1.0.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.1-0', '1.2.0', '2.0.0', '1.0.0+b', '0.0.0-0'],
  datetime: ['2024-01-01T00:00:00+00:00', '2024-01-01T00:00:01+00:00', '2024-06-01T00:00:00+00:00'].concat([
    '1969-01-01T00:00:00+00:00',
    '2025-01-01T00:00:00+08:00',
  ]),
  segment: ['s1', 's2', 's3'],
};

/** Values of users, with all texts of up to three of four letters. */
const letters = ['a', 'b', 'c', 'x'];
const twoLetters = letters.flatMap((one) => letters.map((two) => one + two));
const threeLetters = twoLetters.flatMap((two) => letters.map((one) => two + one));
const texts = ['', ...letters, ...twoLetters, ...threeLetters, 'abxba', 'axbxc', 'xabx', 'abab', 'cxcc', ' '];
const dates = [1704067199, 1704067200, 1704067201, 1704067202, 1717199999, 1717200000, 1717200001, 1735660799].concat([
  1735660800, 1735660801, -31536001, -31536000, 0,
]);
export const values: Readonly<Record<string, readonly (string | undefined)[]>> = {
  string: [undefined, ...texts],
  number: [
    undefined,
    '',
    'x',
    'NaN',
    '-inf',
    '-2',
    '-1',
    '-0.5',
    '0',
    '0.25',
    '0.5',
    '0.75',
    '1',
    '1.0',
    '1.5',
    '2',
  ].concat(['2.5', '3', '4', '5', '5.5', '7', '10', '11', '1e300', 'inf', ' 5']),
  semver: [undefined, '', 'x', '1.0', '0.0.0-0', '0.0.0', '0.9.9', '1.0.0-0', '1.0.0-alpha', '1.0.0-alpha.0'].concat([
    '1.0.0-alpha.1',
    '1.0.0-alpha.1.0',
    '1.0.0-beta',
    '1.0.0',
    '1.0.0+x',
    '1.0.1-0',
    '1.0.1-0.0',
    '1.0.1',
    '1.1.0',
    '1.2.0',
    '1.2.1',
    '2.0.0-rc',
    '2.0.0',
    '3.0.0',
  ]),
  datetime: [undefined, undefined, '', 'x', ...dates.map(String)],
};
export const times = dates;

/** Attributes by the type that looks at them; several types look at the last one. */
const subjects = ['string', 'number', 'semver', 'datetime', 'mixed'] as const;

function condition(random: Random, chosen: readonly string[]): PlainCondition {
  const subject = random.of(chosen);
  if (subject === 'segment') {
    return {
      type: 'segment',
      subject: '',
      predicate: random.of(predicates['segment'] ?? []),
      objects: random.chance(0.03) ? [] : random.some(objects['segment'] ?? [], 2),
    };
  }
  const type = subject === 'mixed' ? random.of(['string', 'number', 'datetime']) : subject;
  const form = type === 'string' && random.chance(0.15) ? 'regex' : type;
  const made = {
    type,
    subject,
    predicate: random.of(predicates[form] ?? []),
    objects: random.chance(0.02) ? [] : random.some(objects[form] ?? [], 3),
  };
  if ((type !== 'number' && type !== 'datetime') || random.chance(0.8)) return made;
  return {
    ...made,
    predicate: 'between',
    leftPredicate: made.predicate,
    rightPredicate: random.of(predicates[type] ?? []),
    rightObjects: random.some(objects[type] ?? [], 2),
  };
}

function serve(random: Random, count: number): PlainServe {
  if (random.chance(0.7)) return { select: random.chance(0.03) ? count : random.below(count) };
  const shares = [0, 1_000, 2_500, 5_000, 5_000, 10_000];
  return { split: Array.from({ length: count }, () => random.of(shares)) };
}

const valuesOf: Readonly<Record<ReturnType, readonly string[]>> = {
  boolean: ['true', 'false', 'TRUE'],
  string: ['a', 'b', 'a'],
  number: ['1', '2', '1.0'],
  json: ['{"a":1,"b":2}', '{"b":2,"a":1}', '{}'],
};

function content(random: Random, returnType: ReturnType, required: readonly string[]): Content {
  const chosen = random.some([...subjects, 'segment'], 3);
  const count = 2 + random.below(2);
  return {
    variations: Array.from({ length: count }, () => ({ value: random.of(valuesOf[returnType]) })),
    rules: Array.from({ length: random.below(6) }, () => ({
      conditions: random.chance(0.03)
        ? []
        : Array.from({ length: 1 + random.below(3) }, () => condition(random, chosen)),
      serve: serve(random, count),
    })),
    prerequisites: required.flatMap((key) =>
      random.chance(0.3) ? [{ key, type: returnType, value: random.of(valuesOf[returnType]) }] : [],
    ),
    disabledServe: serve(random, count),
    defaultServe: serve(random, count),
  };
}

export function worldOf(random: Random): World {
  const returnType = random.of(['boolean', 'boolean', 'string', 'number', 'json'] as const);
  const made = (required: readonly string[]): Made => ({
    disabled: random.chance(0.1),
    content: content(random, returnType, required),
  });
  return {
    returnType,
    required: { p1: made(['p2']), p2: made([]) },
    asked: { ...made(random.chance(0.05) ? ['p1', 'p2', 'nowhere'] : ['p1', 'p2']), disabled: random.chance(0.03) },
  };
}

export function arrivalIn({ returnType, asked, required }: World): ReceivedToggle {
  const toggles = Object.entries(required).map(([key, targeting]) => [key, { key, returnType, targeting }] as const);
  const segments = new Map(['s1', 's2', 's3'].map((key) => [key, { rules: [] }]));
  return receivedToggle({ key: 'asked', returnType, targeting: asked }, { toggles: new Map(toggles), segments });
}

export function userIn(random: Random, now = random.of(times)): User {
  const attributes = new Map<string, string>();
  for (const subject of subjects) {
    const type = subject === 'mixed' ? random.of(['string', 'number', 'datetime'] as const) : subject;
    const [value] = random.of((values[type] ?? []).map((each) => [each]));
    if (value !== undefined) attributes.set(subject, value);
  }
  const segments = new Set(['s1', 's2', 's3'].filter(() => random.chance(0.5)));
  const bucketIn = () => random.of([0, 1, 999, 1_000, 2_499, 2_500, 4_999, 5_000, 7_499, 7_500, 9_999]);
  const buckets = new Map(['asked', 'p1', 'p2'].map((key) => [key, bucketIn()]));
  return new User(undefined, attributes, now, segments, buckets);
}
