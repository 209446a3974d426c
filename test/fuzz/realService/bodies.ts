/**
 * Bodies at the edges of what anyone on the way to an SDK reads: JSON readers, number types, columns of a database, sums, dates. Each is a whole
 * body in which one place is odd, is there twice or very often, or whose text is damaged. The same seed makes the same bodies.
 */
import type { ReturnType } from '../../../server/src/core/evaluation/values.js';
import { returnTypes } from '../../../server/src/core/evaluation/values.js';
import { oddText } from '../documents.js';
import type { Random } from '../random.js';

export interface Body {
  /** The odd place, and what it has. */
  readonly about: string;
  readonly returnType: ReturnType;
  /** As it is sent. */
  readonly text: string;
}

/** The toggle has these; the segment is there, too. */
interface Surroundings {
  readonly segment: string;
  /** Another toggle, of the type json. */
  readonly required: string;
}

/** JSON as it is written, for the odd place. */
type Odd = (random: Random) => string;

const anyOf =
  (choices: readonly string[]): Odd =>
  (random) =>
    random.pick(choices);
const text =
  (odd: Odd): Odd =>
  (random) =>
    JSON.stringify(odd(random));
const words = (separated: string) => separated.split(/[ \n]+/).filter((word) => word !== '');
const around = (random: Random, edge: number) => edge - 2 + random.below(5);

export function bodies(random: Random, count: number, surroundings: Surroundings): readonly Body[] {
  return Array.from({ length: count }, (_, index) => {
    const returnType = random.pick(returnTypes);
    const body = wholeBody(random, returnType, surroundings);
    if (index % 8 === 0) return damaged(random, body, returnType);
    const places = placesIn(body);
    const values = places.filter(({ path }) => /value$|bjects\/0$/.test(path));
    const place = random.pick(random.chance(0.5) ? values : places);
    return { returnType, ...withOdd(body, place, random.pick(kinds)(random, place)) };
  });
}

interface Place {
  /** Of the rules, by the kind of their condition: `content/rules/number/conditions/0/objects/0`. */
  readonly path: string;
  readonly owner: Record<string, unknown>;
  readonly key: string;
}

/** A value that the place may have, any wrong value, a key twice, and very many items. */
const kinds: readonly ((random: Random, place: Place) => string)[] = [
  ...Array.from(
    { length: 6 },
    () =>
      (random: Random, { path }: Place) =>
        oddsAt(path)(random),
  ),
  (random, place) =>
    typeof place.owner[place.key] === 'string'
      ? `"${String(place.owner[place.key])}${random.pick(escapes)}"`
      : integer(random),
  (random, { owner, key, path }) => {
    const values = [JSON.stringify(owner[key]), random.chance(0.5) ? wrong(random) : oddsAt(path)(random)];
    return Array.isArray(owner) ? values.join() : (random.chance(0.5) ? values : values.reverse()).join(`,"${key}":`);
  },
  (random, { owner, key, path }) => {
    const many = random.pick([0, 1, 2, 127, 128, 129, 255, 256, 1_000, 4_000]);
    const item = JSON.stringify(Array.isArray(owner) ? owner[Number(key)] : owner[key]);
    const items = Array.from({ length: many }, () => (path.includes('/split/') ? integer(random) : item)).join();
    return Array.isArray(owner) ? items || '0' : `[${items}]`;
  },
  wrong,
];

function wrong(random: Random): string {
  return random.pick(words('null 5 1.5 true [] {} "" ["x"] [null] [[]]'));
}

function integer(random: Random): string {
  const most = '2147483646 2147483647 2147483648 -2147483648 1e9 1e10 1e400';
  const spelled = `0 1 2 -1 -0 1.0 1.9 -0.9 1e0 1E2 ${most} "1" "1.5" "x" "" true null [1] {} ${'9'.repeat(30)}`;
  return random.pick([...words(spelled), '" 1 "']);
}

const escapes =
  words(`\\u0000 \\ud800 \\udc00 a\\ud83d \\ud83d\\ude00 \\udbff\\udfff \\uffff \\ufeffa \\u200b \\u202e \\u0007 \\u001c
  \\u0085 \\u00a0 \\u0020 a\\u0301 %00 \\\\u0000 $(id) \${x} <b> é 中 😀 \\u2028 \\" \\\\ \\n '\\u0020OR\\u00201=1\\u0020--`);

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('');
}

const number: Odd = (random) => {
  const long = digits(random, random.pick([1, 9, 10, 15, 16, 17, 19, 20, 21, 100, 307, 308, 309, 310, 400, 1_000]));
  const [short, sign] = [digits(random, 30), random.pick(['', '', '-', '+'])];
  const odd = words(`٣ １２ 3٣ 𝟛 ൪ Ⅳ ½ 1_000 1,000 0x1p4 5d 5f 1e e1 . NaN Infinity inf --1 1e٣ 1e+5 1E-5 0b1 1/2
    1e5.5 1e0 1e307 1e308 1e309 1e400 1e99999 1e2147483647 1e2147483648 12e-323 12e-324 12e-2147483647`);
  const usual = [long, `${long}.${short}`, `0${long}`, `.${long}`, `${long}.`, `${long}e0`];
  return sign + random.pick([...usual, ...usual, random.pick(odd), random.pick([...odd, '', ' 1', '1 '])]);
};

function nested(random: Random, levels: number): string {
  const isObject = Array.from({ length: levels }, (_, level) => level === 0 || random.chance(0.6));
  const [open, close] = [isObject.map((is) => (is ? '{"a":' : '[')), isObject.map((is) => (is ? '}' : ']')).reverse()];
  return [...open, random.pick(words('1 null "x" [] {}')), ...close].join('');
}

const json: Odd = (random) => {
  const values = [number(random), `[1,${number(random)}]`, `{"b":${number(random)}}`, '{"b":2}'];
  const value = random.pick([...values, `"${random.pick(escapes)}"`]);
  const odd = words(`{} {}x {}\t{} [1] "s" 1 null nullx {"a":1,} {a:1} {'a':1} {"a":1}//c /**/{} {"a":tRuE} {"a":"\\/"}
    {"":""} {"a":1;} {"a"=1} {"a":undefined} {"__proto__":{"a":1}} {"constructor":1} {"$type":1,"@class":"x"}
    {"a":"\t"} {"a":"\u007f"} {"a"\t:\r1}`);
  const written = random.pick([
    nested(random, random.chance(0.8) ? around(random, 123) : random.pick([1, 64, 127, 128, 255, 512, 1_000, 5_000])),
    ...[`{"a":${value}}`, `{"a":${value},"a":1}`, `{"a":1,"a":${value}}`, ...odd, ''],
    `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  ]);
  return random.pick(['', '', '', ' ', '\u00a0', '\ufeff', '\u2003']) + written + random.pick(['', '', ' ']);
};

const date = anyOf([
  ...words(`0000-01-01T00:00:00+00:00 0001-01-01T00:00:00+00:00 1582-10-10T00:00:00+00:00 9999-12-31T23:59:59+23:19
    2022-13-32T24:60:60+08:00 2022-19-39T29:69:69+29:19 2022-00-00T00:00:00+00:00 2022-01-01T00:00:00Z
    2022-01-01T00:00:00+24:00 2022-01-01T00:00:00+23:59 2022-01-01T00:00:00-08:00 2022-01-01T00:00:00.5+08:00
    ٢٠٢٢-01-01T00:00:00+08:00 10000-01-01T00:00:00+00:00 2022-1-1T0:0:0+08:00 2023-01-01T00:00:00+٠٨:00`),
  ...[' 2022-01-01T00:00:00+08:00', ''],
]);

const version: Odd = (random) => {
  const odd = words(`1.0.0 1.0.0-01 1.0.0+ 1.0.0-a..b v1.0.0 1.0 ٣.0.0 1.0.0\\n 18446744073709551616.0.0
    ${digits(random, 400)}.0.0 1.0.0-${digits(random, 30)} 1.0.0-${'a.'.repeat(300)}a 1.0.0+${'0'.repeat(300)}`);
  return random.pick([...odd, ' 1.0.0', '']);
};

const regex = anyOf([
  ...words(`[ (?=a) (a+)+$ a{1000} a{1001} a{100000} \\p{L} (?<n>a) \\u0041 [[:alpha:]] \\Q\\E (?i)a \\ (?P<a>x) a** \ud800
    ${'^'.repeat(5_000)} ${'('.repeat(300)}${')'.repeat(300)}`),
  '',
]);

/** A text about as long as a column of a database; the longest is that of the content as a whole. */
const long =
  (...edges: readonly number[]): Odd =>
  (random) => {
    const letter = random.pick(words('x é 中 😀 \u0000 \u2028 \ufeff " \\'));
    const bytes = around(random, random.pick(edges));
    const each = Buffer.byteLength(letter);
    return letter.repeat(bytes / each) + 'x'.repeat(bytes % each) + random.pick(['', '', ' ', '     ']);
  };

const values: Readonly<Record<ReturnType, Odd>> = {
  ...{ string: long(65_535), number, json },
  boolean: anyOf([...words('true TRUE tRuE false yes 1 ｔｒｕｅ true\\u0000 null TRUEʼ'), '', ' true']),
};

/** By the end of the path; the first that matches. */
const odds: readonly (readonly [RegExp, Odd])[] = [
  ...returnTypes.map(
    (type) => [new RegExp(`/(?:variations|prerequisites)/${type}/value$`), text(values[type])] as const,
  ),
  ...Object.entries({ number, datetime: date, semver: version, regex }).map(
    ([kind, odd]) => [new RegExp(`/${kind}/.*bjects/0$`), text(odd)] as const,
  ),
  [/\/segment\/.*objects\/0$/, text(anyOf(['TESTERS', 'testers ', 'testers', 'nowhere']))],
  [/\/(?:select|\d+)$/, (random) => (random.chance(0.9) ? integer(random) : text(long(65_535))(random))],
  [/erve$/, (random) => `{"select":0,"split":[${integer(random)}]}`],
  [/comment$/, text(long(1_024))],
  [/variations\/.*name$|key$/, text(long(128))],
  [/(?:name|description|subject)$/, text(long(65_535, 1_048_576))],
  [/disabled$/, anyOf(words('"TRUE" "true" 2 [] {} null False'))],
];

function oddsAt(path: string): Odd {
  return odds.find(([pattern]) => pattern.test(path))?.[1] ?? wrong;
}

/** Each kind of condition has a rule, and each place of the schema a value. */
function wholeBody(random: Random, returnType: ReturnType, { segment, required }: Surroundings) {
  const first = { string: 'a', number: '1', boolean: 'true', json: '{}' };
  const second = { string: 'b', number: '2', boolean: 'false', json: '{"b":1}' };
  const between = { leftPredicate: 'after', rightPredicate: 'before', rightObjects: ['2023-01-01T00:00:00+08:00'] };
  const conditions: Readonly<Record<string, object>> = {
    string: { type: 'string', predicate: 'is one of', objects: ['x'] },
    regex: { type: 'string', predicate: random.pick(['matches regex', 'does not match regex']), objects: ['x'] },
    number: { type: 'number', predicate: random.pick(['=', '!=', '>', '<=']), objects: ['1'] },
    datetime: { type: 'datetime', predicate: 'between', objects: ['2022-01-01T00:00:00+08:00'], ...between },
    semver: { type: 'semver', predicate: random.pick(['=', '<', '>=']), objects: ['1.0.0'] },
    segment: { type: 'segment', predicate: 'is in', objects: [segment] },
  };
  const prerequisite = random.pick(['json', 'number', 'string'] as const);
  const variation = { value: first[returnType], name: returnType, description: '' };
  return {
    ...{ comment: 'c', disabled: false },
    content: {
      rules: Object.entries(conditions).map(([name, made]) => ({
        ...{ name, serve: { select: 1 }, conditions: [{ subject: 'a', ...made }] },
      })),
      ...{ disabledServe: { select: 0 }, defaultServe: { split: [5_000, 5_000] } },
      variations: [variation, { ...variation, value: second[returnType], name: 'b' }],
      prerequisites: random.chance(0.3) ? [{ key: required, type: prerequisite, value: first[prerequisite] }] : [],
    },
  };
}

function placesIn(owner: object, path = ''): readonly Place[] {
  return Object.entries(owner).flatMap(([key, value]: [string, unknown]) => {
    const { name, type } = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, string | undefined>;
    const at = `${path}/${/(?:variations|rules)$/.test(path) ? (name ?? key) : path.endsWith('prerequisites') ? (type ?? key) : key}`;
    const place = { path: at, owner: owner as Record<string, unknown>, key };
    return typeof value === 'object' && value !== null ? [place, ...placesIn(value, at)] : [place];
  });
}

function withOdd(body: object, { path, owner, key }: Place, odd: string): Pick<Body, 'about' | 'text'> {
  const shown = odd.length > 40 ? `${odd.slice(0, 18)}…${odd.length}…${odd.slice(-8)}` : odd;
  const kept = owner[key];
  owner[key] = '@';
  const written = JSON.stringify(body).replace('"@"', () => odd);
  owner[key] = kept;
  return { about: `${path} ${shown}`, text: written };
}

/** Something is put into the text, or cut out of it, or it is not the body at all. */
function damaged(random: Random, body: object, returnType: ReturnType): Body {
  const good = JSON.stringify(body);
  const at = random.below(good.length + 1);
  const broken = good.slice(0, at) + oddText(random) + good.slice(at + random.below(3));
  const others = words('null [] {} 5 "x" {"content":null} {"content":{}} {"content":[]} {"content":5}');
  const written = random.pick([
    ...[broken, broken, good.slice(0, -1), `${good}x`, good + good, ` ${good}\n`, `\ufeff${good}`, `${good}//x`],
    good.replace(/0/, random.pick(words('00 +0 0x0 NaN'))),
    `{"x":${nested(random, random.pick([500, 990, 1_000, 1_010, 3_000]))},${good.slice(1)}`,
    `{"content":${random.pick(words('null {} {"rules":[null]}'))},${good.slice(1)}`,
    ...['['.repeat(random.pick([100, 1_001, 3_000])), random.pick(others), random.pick(['', ...others])],
  ]);
  const start = Array.from(written.slice(0, good.length)).findIndex((_, index) => written[index] !== good[index]);
  const shown = written.slice(Math.max(0, start - 10), start + 20);
  return { about: `damaged at ${start}: ${shown}`, returnType, text: written };
}
