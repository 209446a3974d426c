/** All users that toggles can tell apart: of each attribute the texts that conditions treat differently, in all combinations. */
import { holds } from './evaluate.js';
import type { Condition, Toggle, User } from './model.js';

/** A user without the attribute has `undefined`. */
type Value = string | undefined;

export interface Users {
  readonly users: readonly User[];
  /** Whether these are all that the toggles can tell apart. */
  readonly areAll: boolean;
}

/** @param most how many are made; more combinations than that are sampled evenly */
export function usersOf(toggles: readonly Toggle[], most: number): Users {
  const conditions = toggles.flatMap(({ content }) => content.rules.flatMap((rule) => rule.conditions));
  const attributes = new Map<string, Condition[]>();
  const segments = new Set<string>();
  for (const condition of conditions) {
    if (condition.type === 'segment') for (const key of condition.objects) segments.add(key);
    else attributes.set(condition.subject, [...(attributes.get(condition.subject) ?? []), condition]);
  }
  const axes = Array.from(attributes, ([subject, own]) => ({ subject, values: classesOf(subject, own) }));
  const sizes = [...axes.map(({ values }) => values.length), ...Array.from(segments, () => 2)];
  const combinations = sizes.reduce((product, size) => product * size, 1);
  const count = Math.min(combinations, most);
  const users = Array.from({ length: count }, (_, index) => {
    let rest = count === combinations ? index : Math.floor((index / count) * combinations);
    const digit = (size: number) => {
      const value = rest % size;
      rest = Math.floor(rest / size);
      return value;
    };
    const own = axes.flatMap(({ subject, values }): (readonly [string, string])[] => {
      const value = values[digit(values.length)];
      return value === undefined ? [] : [[subject, value]];
    });
    return { attributes: new Map(own), segments: new Set([...segments].filter(() => digit(2) === 1)) };
  });
  return { users, areAll: count === combinations };
}

/** Of the texts that all conditions treat alike, the first. */
function classesOf(subject: string, conditions: readonly Condition[]): readonly Value[] {
  const classes = new Map<string, Value>();
  for (const value of [undefined, ...candidates(conditions)]) {
    const attributes = new Map(value === undefined ? [] : [[subject, value]]);
    const treated = conditions.map((each) => (holds(each, { attributes, segments: new Set() }) ? 1 : 0)).join('');
    if (!classes.has(treated)) classes.set(treated, value);
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
  return [
    ...['', 'zz', '0', '-1e9', '1e9', '0.0.0-0', '999.0.0', '1', '99999999999', 'NaN', '-inf'],
    ...around(texts),
    ...(hasRegex ? [...shortWords, ...withWords(texts)] : []),
    ...objectsOf('number').flatMap(nearNumber),
    ...objectsOf('semver').flatMap(nearVersion),
    ...objectsOf('datetime').flatMap((object) => [-1, 0, 1].map((by) => String(Date.parse(object) / 1000 + by))),
  ];
}

/** What a regular expression of generate.ts matches or does not, and what several of them match. */
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

/** Texts with what a regular expression matches before them, behind them and on both sides. */
function withWords(texts: readonly string[]): readonly string[] {
  const words = ['a', 'b', 'ab', 'bc', 'aab', 'abc', 'a1'];
  const few = [...new Set(texts)].slice(0, 12);
  return few.flatMap((text) =>
    words.flatMap((word) => [
      ...[word + text, `${word}!${text}`, text + word, `${text}!${word}`],
      ...words.map((other) => `${word}!${text}!${other}`),
    ]),
  );
}

/** Each text, what begins, ends or contains it, and what does so with two of them. */
function around(texts: readonly string[]): readonly string[] {
  const few = [...new Set(texts)].slice(0, 12);
  return few.flatMap((text) => [
    ...[text, `${text}!`, `!${text}`, `!${text}!`, text.slice(0, -1), text.slice(1)],
    ...few.flatMap((other) => [text + other, `${text}!${other}`, `!${text}${other}!`, ...overlaps(text, other)]),
  ]);
}

/** Where one text ends as the other begins. */
function overlaps(a: string, b: string): readonly string[] {
  return Array.from({ length: Math.min(a.length, b.length) }, (_, index) => index + 1)
    .filter((length) => a.endsWith(b.slice(0, length)))
    .map((length) => a + b.slice(length));
}

function nearNumber(object: string): readonly string[] {
  const value = Number(object);
  return [value - 1, value - 0.001, value, value + 0.001, value + 1].map(String);
}

function nearVersion(object: string): readonly string[] {
  const [core = '', pre] = object.split(/-(.*)/s);
  const [major = 0, minor = 0, patch = 0] = core.split('.').map(Number);
  const release = `${major}.${minor}.${patch}`;
  return [
    ...[
      object,
      release,
      `${release}-0`,
      `${release}-zzz`,
      `${major}.${minor}.${patch + 1}`,
      `${major}.${minor}.${patch + 1}-0`,
    ],
    ...(pre === undefined ? [] : [`${object}.0`, `${object}-`]),
    ...(patch > 0 ? [`${major}.${minor}.${patch - 1}`] : []),
  ];
}
