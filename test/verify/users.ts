/** All users that toggles distinguish: for each attribute the texts that conditions treat differently, in all combinations. */
import { holds, instantOf, readNumber, readVersion } from './evaluate.js';
import type { Condition, Toggle, User } from './model.js';
import { present } from './model.js';

/** A user without the attribute has `undefined`. */
type Value = string | undefined;

export interface Users {
  /** One user for each choice of rules in all toggles. */
  readonly users: readonly User[];
  readonly tried: number;
  readonly areAll: boolean;
}

/** @param most combinations to try; more are sampled evenly */
export function usersOf(toggles: readonly Toggle[], most: number): Users {
  const conditions = toggles.flatMap(({ content }) => content.rules.flatMap((rule) => rule.conditions));
  const attributes = new Map<string, Condition[]>();
  const segments = new Set<string>();
  for (const condition of conditions) {
    if (condition.type === 'segment') for (const key of condition.objects) segments.add(key);
    else attributes.set(condition.subject, [...(attributes.get(condition.subject) ?? []), condition]);
  }
  // Users without the attribute reach each future date.
  const dates = conditions.filter(({ type }) => type === 'datetime').flatMap(secondsIn);
  const times = [...new Set([present, ...dates.filter((seconds) => seconds > present)])];
  const axes = Array.from(attributes, ([subject, own]) => ({ subject, own, values: classesOf(subject, own) }));
  const sizes = [times.length, ...axes.map(({ values }) => values.length), ...Array.from(segments, () => 2)];
  const combinations = sizes.reduce((product, size) => product * size, 1);
  const tried = Math.min(combinations, most);
  const userOf = ([time = 0, ...digits]: readonly number[]): User => ({
    attributes: new Map(
      axes.flatMap(({ subject, values }, axis) => {
        const value = values[digits[axis] ?? 0];
        return value === undefined ? [] : [[subject, value] as const];
      }),
    ),
    segments: new Set([...segments].filter((_, index) => digits[axes.length + index] === 1)),
    now: times[time] ?? present,
  });
  // Each condition looks at one of the digits, and perhaps at the time.
  const tests = new Map<Condition, (digits: readonly number[]) => boolean | undefined>();
  for (const [axis, { own, values }] of axes.entries())
    for (const condition of own) {
      const place = (value: number, time: number) =>
        userOf([time, ...axes.map((_, other) => (other === axis ? value : 0))]);
      const answers = values.map((_, value) => times.map((_, time) => holds(condition, place(value, time))));
      tests.set(condition, (digits) => answers[digits[axis + 1] ?? 0]?.[digits[0] ?? 0]);
    }
  for (const condition of conditions.filter(({ type }) => type === 'segment')) {
    const places = condition.objects.map((key) => sizes.length - segments.size + [...segments].indexOf(key));
    const [one, none] = [new Set(condition.objects), new Set<string>()].map((isIn) =>
      holds(condition, { attributes: new Map(), segments: isIn }),
    );
    tests.set(condition, (digits) => (places.some((place) => digits[place] === 1) ? one : none));
  }
  const users = new Map<string, User>();
  for (let index = 0; index < tried; index += 1) {
    let rest = tried === combinations ? index : Math.floor((index / tried) * combinations);
    const digits = sizes.map((size) => {
      const digit = rest % size;
      rest = Math.floor(rest / size);
      return digit;
    });
    const rules = toggles.map(({ content }) =>
      content.rules.findIndex(({ conditions }) => conditions.every((condition) => tests.get(condition)?.(digits))),
    );
    if (!users.has(rules.join())) users.set(rules.join(), userOf(digits));
  }
  return { users: [...users.values()], tried, areAll: tried === combinations };
}

function secondsIn({ objects, rightObjects = [] }: Condition): readonly number[] {
  return [...objects, ...rightObjects].map(instantOf);
}

/** The first of the texts that all conditions treat alike. */
function classesOf(subject: string, conditions: readonly Condition[]): readonly Value[] {
  const classes = new Map<string, Value>();
  const hasTimes = conditions.some(({ type }) => type === 'datetime');
  for (const value of [undefined, ...candidates(conditions)]) {
    const user = { attributes: new Map(value === undefined ? [] : [[subject, value]]), segments: new Set<string>() };
    const treated = conditions.map((each) => (holds(each, user) ? 1 : 0)).join('');
    // Conditions may treat these alike now, but not later.
    const name = hasTimes && (value === undefined || value === '') ? `${treated} ${value}` : treated;
    if (!classes.has(name)) classes.set(name, value);
  }
  return [...classes.values()];
}

function candidates(conditions: readonly Condition[]): readonly string[] {
  const objectsOf = (wanted: string) =>
    conditions
      .filter(({ type }) => type === wanted)
      .flatMap(({ objects, rightObjects = [] }) => [...objects, ...rightObjects]);
  const texts = objectsOf('string');
  const hasRegex = conditions.some(({ predicate }) => predicate.includes('regex'));
  const numbers = objectsOf('number').map((object) => readNumber(object) ?? NaN);
  const dates = conditions.filter(({ type }) => type === 'datetime').flatMap(secondsIn);
  return [
    ...['', 'zz', '0', '-1e9', '1e9', '0.0.0-0', '999.0.0', '1', '99999999999', 'NaN', '-inf', 'inf', '1.0.0-01'],
    ...['1e308', '-1e308', '-99999999999', '99999999999999999999.0.0', '1700000000.5', '+1700000000', ' ', '😀'],
    ...around(texts),
    ...(hasRegex ? [...shortWords, ...withWords(texts)] : []),
    ...objectsOf('number'),
    ...numbers.flatMap((number) => nearNumber(number, numbers)),
    ...objectsOf('semver').flatMap(nearVersion),
    ...dates.flatMap((seconds) => [-1, 0, 1].map((by) => String(seconds + by))),
  ].filter((text) => text.isWellFormed());
}

/** Texts that the regular expressions of generate.ts match or not, and texts that several of them match. */
const letters = ['', 'a', 'b', 'c', 'x', '1'];
const pairs = letters.flatMap((a) => letters.map((b) => a + b));
const shortWords = [
  ...pairs.flatMap((first) => pairs.map((second) => first + second)),
  ...'X,77a,a b,b-a, b,Pxr,xris,Pxris,xme,-,é,éb,\n,a\n,ab\n'.split(','),
  ...['', '!', 'X', 'Pxr', '1', 'a', 'ab', 'bc!'].flatMap((head) =>
    ['', 'ac', 'bc', 'abc', 'aa', 'aab', 'a1', ' ab', ' b'].flatMap((middle) =>
      ['', 'b', 'c', 'ab', 'ris', '!', '\n'].map((tail) => head + middle + tail),
    ),
  ),
];

function withWords(texts: readonly string[]): readonly string[] {
  const words = ['a', 'b', 'ab', 'bc', 'aab', 'abc', 'a1', 'X'];
  const few = [...new Set(texts)].slice(0, 12);
  return few.flatMap((text) =>
    words.flatMap((word) => [
      ...[word + text, `${word}!${text}`, text + word, `${text}!${word}`],
      ...words.map((other) => `${word}!${text}!${other}`),
    ]),
  );
}

/** Each text, texts that begin with it, end with it or contain it, and the same for two texts. */
function around(texts: readonly string[]): readonly string[] {
  const few = [...new Set(texts)].slice(0, 20).map((text) => text.replace(/[\ud800-\udfff]/gu, '?'));
  return few.flatMap((text) => [
    ...[text, `${text}!`, `!${text}`, `!${text}!`, text.slice(0, -1), text.slice(1)],
    ...few.flatMap((other) => [text + other, `${text}!${other}`, `!${text}${other}!`, ...overlaps(text, other)]),
  ]);
}

function overlaps(a: string, b: string): readonly string[] {
  return Array.from({ length: Math.min(a.length, b.length) }, (_, index) => index + 1)
    .filter((length) => a.endsWith(b.slice(0, length)))
    .map((length) => a + b.slice(length));
}

function nearNumber(value: number, all: readonly number[]): readonly string[] {
  const next = Math.min(...all.filter((other) => other > value));
  return [value - 1, value - 0.001, value, value + 0.001, value + 1, value / 2 + next / 2].map(String);
}

function nearVersion(object: string): readonly string[] {
  const [major = 0, minor = 0, patch = 0n, ...pre] = readVersion(object) ?? [];
  const release = `${major}.${minor}.${patch}`;
  const next = `${major}.${minor}.${BigInt(patch) + 1n}`;
  const bare = [release, ...(pre.length === 0 ? [] : [pre.join('.')])].join('-');
  return [
    ...[object, release, `${release}-0`, `${release}-zzz`, next, `${next}-0`, `${bare}+other`],
    ...(pre.length === 0 ? [] : [`${bare}.0`, `${bare}-`]),
    ...(patch === 0n ? [] : [`${major}.${minor}.${BigInt(patch) - 1n}`]),
  ];
}
