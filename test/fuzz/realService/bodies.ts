/** Bodies at the limits of all readers on the way to an SDK: JSON readers, number types, database columns, sums, dates. */
import type { ReturnType } from '../../../server/src/core/evaluation/values/values.js';
import type { Random } from '../random.js';

export interface Body {
  readonly about: string;
  readonly returnType: ReturnType;
  readonly text: string;
}

/** Keys of a segment and a toggle that exist. */
export interface Surroundings {
  readonly segment: string;
  /** A toggle of the type json. */
  readonly required: string;
}

type Make = (random: Random, around: Surroundings) => Body;

export function bodies(random: Random, count: number, around: Surroundings): readonly Body[] {
  return Array.from({ length: count }, (_, index) => (makers[index % makers.length] ?? depth)(random, around));
}

export const content = (change: object = {}) => ({
  ...{ rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 } },
  ...{ variations: [{ value: 'a' }, { value: 'b' }], prerequisites: [], ...change },
});
export const sent = (change: object, rest: object = {}) =>
  JSON.stringify({ disabled: false, ...rest, content: content(change) });
const raw = (about: string, text: string, returnType: ReturnType = 'string'): Body => ({ about, returnType, text });
const texts = (about: string, change: object, rest: object = {}): Body => raw(about, sent(change, rest));
const valued = (about: string, returnType: ReturnType, value: unknown): Body =>
  raw(about, sent({ variations: [{ value }] }), returnType);
const condition = (change: object = {}) => ({
  ...{ type: 'string', subject: 'a', predicate: 'is one of', objects: ['x'], ...change },
});
export const ruleWith = (change: object, ...conditions: object[]) => ({
  rules: [{ name: 'r', serve: { select: 0 }, conditions, ...change }],
});
const rules = (...conditions: object[]) => ruleWith({ serve: { select: 1 } }, ...conditions);
const where = (about: string, change: object) => texts(about, rules(condition(change)));
const requires = (about: string, key: string, type: unknown, value: unknown) =>
  texts(about, { prerequisites: [{ key, type, value }] });
const around = (random: Random, edge: number) => edge - 2 + random.below(5);
const list = (length: number, each: (at: number) => unknown) => Array.from({ length }, (_, at) => each(at));
const oneOf = (random: Random, ...makes: readonly (() => Body)[]) => random.pick(makes)();

function nested(random: Random, levels: number, leaf: string): string {
  const kinds = Array.from({ length: levels }, (_, level) => level === 0 || random.chance(0.6));
  const open = kinds.map((isObject) => (isObject ? '{"a":' : '[')).join('');
  return (
    open +
    leaf +
    kinds
      .map((isObject) => (isObject ? '}' : ']'))
      .toReversed()
      .join('')
  );
}

function digits(random: Random, count: number): string {
  return list(count, (at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('');
}

const oddNumbers =
  '٣|１２|3٣|𝟛|൪|Ⅳ|½|1_000|1,000|0x1p4|5d|5f|1e|e1|.|| 1|1 |1\0|NaN|Infinity|inf|--1|1e٣|1e+5|1E-5|0b1|1/2|1e5.5';
const exponents = '0 5 307 308 309 400 99999 999999999 2147483647 2147483648'.split(' ');
const lengths = [1, 9, 10, 15, 16, 17, 19, 20, 21, 100, 307, 308, 309, 310, 400, 1_000];

function edgeNumber(random: Random): string {
  const long = () => digits(random, random.pick(lengths));
  const body = random.pick<() => string>([
    long,
    () => `${long()}.${digits(random, 1 + random.below(30))}`,
    () => `${digits(random, 1)}e${random.pick(exponents)}`,
    () => `${digits(random, 2)}e-${random.pick([1, 2, 323, 324, 400, 2_147_483_647])}`,
    () => `0${long()}`,
    () => `.${long()}`,
    () => `${long()}.`,
    () => `${long()}e0`,
    () => random.pick(oddNumbers.split('|')),
  ])();
  return random.pick(['', '', '-', '+']) + body;
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 18)}…${text.length}…${text.slice(-8)}` : text;
}

const letters = ['x', 'é', '中', '😀', '\u0000', '\u2028', '\ufeff', '"', '\\', '\n'];
const bytesOf = (text: string) => Buffer.byteLength(text);

function filled(random: Random, bytes: number): string {
  const letter = random.pick(letters);
  const each = bytesOf(letter);
  return letter.repeat(Math.floor(bytes / each)) + 'x'.repeat(bytes % each);
}

const length: Make = (random) => {
  const bytes = around(random, 65_535);
  const blanks = random.chance(0.2) ? ' '.repeat(1 + random.below(5)) : '';
  const long = () => filled(random, bytes);
  const [short, much] = [around(random, 128), around(random, 1_024)];
  const repeated = (size: number) => random.pick(letters).repeat(size) + blanks;
  return oneOf(
    random,
    () => valued(`value of ${bytes} bytes`, 'string', long() + blanks),
    () => valued(`json of ${bytes} bytes`, 'json', `{"a":"${'x'.repeat(bytes - 8)}"}${blanks}`),
    () => texts(`description of ${bytes} bytes`, { variations: [{ value: 'a', description: long() }] }),
    () => texts(`name of ${short} characters`, { variations: [{ value: 'a', name: repeated(short) }] }),
    () => texts(`comment of ${much} characters`, {}, { comment: repeated(much) }),
    () => requires(`required key of ${short}`, 'k'.repeat(short), 'string', 'a'),
    () => texts(`rule name of ${bytes}`, ruleWith({ name: long() })),
    () => where(`subject of ${bytes}`, { subject: long() }),
    () => where(`object of ${bytes}`, { objects: [long()] }),
  );
};

const size: Make = (random) => {
  const total = 1_048_576 + random.pick([-40, -20, -19, -1, 0, 1, 20]);
  const named = (name: string) => content(ruleWith({ name }));
  const room = total - bytesOf(JSON.stringify(named('')));
  return raw(`content of ${total} bytes`, JSON.stringify({ content: named('x'.repeat(room)) }));
};

const escapes =
  '\\u0000 \\ud800 \\udc00 a\\ud83d \\ud83d\\ude00 \\udbff\\udfff \\uffff \\ufeffa \\u200b \\u202e \\u0007 \\u001c \\u0085 \\u00a0 a\\u0301 %00 \\\\u0000 $(id) ${x} <b>';

const escape: Make = (random, { segment }) => {
  const text = random.pick([...escapes.split(' '), "' OR 1=1 --"]);
  const inCondition = (change: object) => rules(condition(change));
  const [place, change, rest] = random.pick<readonly [string, object, object?]>([
    ['value', { variations: [{ value: '@' }] }],
    ['name', { variations: [{ value: 'a', name: '@' }] }],
    ['description', { variations: [{ value: 'a', description: '@' }] }],
    ['subject', inCondition({ subject: '@' })],
    ['object', inCondition({ objects: ['@'] })],
    ['rule', ruleWith({ name: '@' })],
    ['comment', {}, { comment: '@' }],
    ['key', { prerequisites: [{ key: '@', type: 'string', value: 'a' }] }],
    ['required', { prerequisites: [{ key: 'k', type: 'string', value: '@' }] }],
    ['segment', inCondition({ type: 'segment', predicate: 'is in', objects: [`${segment}@`] })],
    ['type', inCondition({ type: 'string@' })],
    ['predicate', inCondition({ predicate: 'is one of@' })],
    ['property', { '@': 1 }],
    ['json', {}],
  ]);
  if (place !== 'json') return raw(`${place} ${text}`, sent(change, rest).replace('@', text));
  return valued(`json with ${text}`, 'json', random.pick([`{"a":"${text}"}`, `{"${text}":1}`]));
};

const integers =
  '0|1|2|-1|-0|1.0|1.9|-0.9|1e0|1E2|2147483647|2147483648|-2147483648|1e9|1e10|"1"|" 1 "|"1.5"|"x"|""|true|null|[1]|{}|1e400';

const integer: Make = (random) => {
  const written = random.pick([...integers.split('|'), '9'.repeat(30)]);
  const shares = [`"split":[${written},1]`, `"split":[1,${written}]`, `"select":0,"split":[${written}]`];
  const serve = `{${random.pick([`"select":${written}`, ...shares])}}`;
  const place = random.pick(['defaultServe', 'disabledServe', 'rule']);
  const served = place === 'rule' ? ruleWith({ serve: '@' }, condition()) : { ...rules(condition()), [place]: '@' };
  return raw(`${place} ${shown(serve)}`, sent(served).replace('"@"', serve));
};

const twice: Make = (random) => {
  const at = (about: string, change: object, text: string, returnType?: ReturnType) =>
    raw(about, sent(change).replace('"@"', text), returnType);
  const serves = random.pick([
    ...['"select":-1,"select":0', '"select":0,"select":-1', '"split":[],"select":0', '"select":null,"select":1'],
    '"select":1,"select":null',
  ]);
  const first = random.pick(['null', '{}', '{"rules":[null]}']);
  const values = ['{"a":1,"a":{"b":2}}', '{"a":1e400,"a":1}', `{"a":${'9'.repeat(400)},"a":1}`, '{"a":{"a":1,"a":2}}'];
  return oneOf(
    random,
    () => at(`serve ${serves}`, { disabledServe: '@' }, `{${serves}}`),
    () => raw('content twice', `{"content":${first},"content":${JSON.stringify(content())}}`),
    () => at('value twice', { variations: '@' }, '[{"value":"x","value":"1"}]', 'number'),
    () => at('value twice, the last one wrong', { variations: '@' }, '[{"value":"1","value":"x"}]', 'number'),
    () => valued('json with a key twice', 'json', random.pick(values)),
    () => at('objects twice', rules(condition({ objects: '@' })), '[null],"objects":["x"]'),
  );
};

const replacements: readonly (readonly [string, readonly string[]])[] = [
  ['"a"', ["'a'", '"a\tb"', '"\\x"', '"\\u12"']],
  ['}', [',}']],
  ['0', ['00', '+0', '0x0', 'NaN']],
  ['false', ['False', '"TRUE"', '2', '[]']],
  ['"rules":[]', ['"rules":{}', '"rules":""', '"rules":null']],
  ['"variations":[', ['"variations":[null,']],
];
const wholes = '|null|[]|{}|5|"x"|{"content":null}|{"content":{}}|{"content":[]}|{"content":5}'.split('|');

const otherwise: Make = (random) => {
  const good = sent({});
  const text = random.pick([
    ...[`${good}x`, good + good, `\ufeff${good}`, ` ${good}\n`, `/*x*/${good}`, `${good}//x`, good.slice(0, -1)],
    ...replacements.flatMap(([part, others]) => others.map((other) => good.replace(part, other))),
    ...wholes,
    '['.repeat(random.pick([100, 1_001, 3_000])),
    `{"x":${nested(random, random.pick([500, 990, 1_000, 1_010, 3_000]), '1')},${good.slice(1)}`,
  ]);
  return raw(`raw ${shown(text)}`, text);
};

const mixed: Make = (random, { segment, required }) => {
  const wrong = random.pick<unknown>([null, 5, 1.5, true, [], {}, '', ['x'], [null], [[]]]);
  const written = JSON.stringify(wrong);
  const type = random.pick(['string', 'number', 'semver', 'datetime', 'segment']);
  const named = random.pick([segment.toUpperCase(), `${segment} `, segment, 'nowhere']);
  return oneOf(
    random,
    ...(['string', 'number', 'boolean', 'json'] as const).map(
      (each) => () => valued(`${each} ${written}`, each, wrong),
    ),
    () => where(`objects ${written}`, { objects: wrong, type }),
    () => where(`type ${written}`, { type: wrong }),
    () => where(`subject ${written}`, { subject: wrong }),
    () => texts(`serve ${written}`, ruleWith({ serve: wrong })),
    () => texts(`conditions ${written}`, ruleWith({ conditions: wrong })),
    () => texts(`prerequisites ${written}`, { prerequisites: wrong }),
    () => requires(`required value ${written}`, required, 'json', wrong),
    () => requires(`required type ${written}`, required, wrong, '{}'),
    () => where(`segment ${named}`, { type: 'segment', predicate: 'is in', objects: [named] }),
  );
};

const count: Make = (random) => {
  const many = random.pick([0, 1, 2, 127, 128, 129, 255, 256, 1_000, 4_000]);
  const split = list(many, () => random.pick([0, 1, 10_000]));
  const rule = { serve: { select: 0 }, conditions: [condition()] };
  const prerequisites = list(Math.min(many, 200), (at) => ({ key: `k${at}`, type: 'string', value: 'a' }));
  return oneOf(
    random,
    () => texts(`${many} variations`, { variations: list(many, (at) => ({ value: String(at) })) }),
    () => texts(`${many} rules`, { rules: list(many, () => rule) }),
    () => texts(`${many} conditions`, rules(...Array.from({ length: many }, () => condition()))),
    () => where(`${many} objects`, { objects: list(many, String) }),
    () => texts(`${many} shares`, { defaultServe: { split } }),
    () => texts(`${many} prerequisites`, { prerequisites }),
  );
};

const expressions =
  '[ (?=a) (a+)+$ a{1000} a{1001} a{100000} \\p{L} (?<n>a) \\u0041 [[:alpha:]] \\Q\\E (?i)a \\ (?P<a>x) a** \ud800'.split(
    ' ',
  );

const expression: Make = (random) => {
  const long = ['^'.repeat(5_000), '('.repeat(300) + ')'.repeat(300), ''];
  const object = random.pick([...expressions, ...long]);
  const predicate = random.pick(['matches regex', 'does not match regex']);
  return where(`regex ${shown(object)}`, { predicate, objects: [object] });
};

const depth: Make = (random) => {
  const levels = random.chance(0.8) ? around(random, 123) : random.pick([1, 64, 127, 128, 255, 512, 1_000, 5_000]);
  return valued(`json ${levels} deep`, 'json', nested(random, levels, random.pick(['1', 'null', '"x"', '[]', '{}'])));
};

const requiredDepth: Make = (random, { required }) => {
  const levels = around(random, 122);
  return requires(`required json ${levels} deep`, required, 'json', nested(random, levels, '1'));
};

const number: Make = (random, { required }) => {
  const value = edgeNumber(random);
  const json = random.pick([`{"a":${value}}`, `{"a":[1,${value}]}`, `{"a":{"b":${value}},"a":${value}}`]);
  const predicate = random.pick(['=', '!=', '>', '<=']);
  return oneOf(
    random,
    () => valued(`number ${shown(value)}`, 'number', value),
    () => valued(`json with ${shown(value)}`, 'json', json),
    () => requires(`required number ${shown(value)}`, required, 'number', value),
    () => where(`condition ${predicate} ${shown(value)}`, { type: 'number', predicate, objects: [value] }),
  );
};

const dates = [
  ...['0000-01-01T00:00:00+00:00', '0001-01-01T00:00:00+00:00', '1582-10-10T00:00:00+00:00'],
  ...['9999-12-31T23:59:59+23:19', '2022-13-32T24:60:60+08:00', '2022-19-39T29:69:69+29:19'],
  ...['2022-00-00T00:00:00+00:00', '2022-01-01T00:00:00Z', '2022-01-01T00:00:00+24:00', '2022-01-01T00:00:00+23:59'],
  ...['2022-01-01T00:00:00-08:00', '2022-01-01T00:00:00.5+08:00', ' 2022-01-01T00:00:00+08:00', ''],
  ...['٢٠٢٢-01-01T00:00:00+08:00', '10000-01-01T00:00:00+00:00', '2022-1-1T0:0:0+08:00'],
];
/** A condition with two bounds, of which this is the second. */
export const upTo = (object: string) => ({
  ...{ type: 'datetime', predicate: 'between', leftPredicate: 'after', rightPredicate: 'before' },
  ...{ objects: ['2022-01-01T00:00:00+08:00'], rightObjects: [object] },
});

const date: Make = (random) => {
  const object = random.pick(dates);
  if (random.chance(0.4)) return where(`second bound ${object}`, upTo(object));
  return where(`after ${object}`, { type: 'datetime', predicate: 'after', objects: [object] });
};

const versions = '1.0.0|1.0.0-01|1.0.0+|1.0.0-a..b|v1.0.0|1.0|٣.0.0|1.0.0\\n| 1.0.0|18446744073709551616.0.0|'.split(
  '|',
);

const version: Make = (random) => {
  const made = [`${digits(random, 400)}.0.0`, `1.0.0-${digits(random, 30)}`];
  const long = [`1.0.0-${'a.'.repeat(300)}a`, `1.0.0+${'0'.repeat(300)}`];
  const object = random.pick([...versions, ...made, ...long]);
  return where(`semver ${shown(object)}`, {
    ...{ type: 'semver', predicate: random.pick(['=', '<', '>=']), objects: [object] },
  });
};

const booleans = 'true|TRUE|tRuE|false|| true|yes|1|ｔｒｕｅ|true\\u0000|null|TRUEʼ'.split('|');

const boolean: Make = (random) => {
  const value = random.pick(booleans);
  return valued(`boolean ${value}`, 'boolean', value);
};

const jsons = [
  ...'{}| {} |\u00a0{}|\ufeff{}|{}x|{} {}|[1]|"s"|1|null| null |nullx|| |\u2003|{"a":1,}|{a:1}'.split('|'),
  ...'{\'a\':1}|{"a":1}//c|/**/{}|{"a":tRuE}|{"a":"\t"}|{"a":"\u007f"}|{"a":"\\/"}|{"":""}|{"a" :\r\n1}|{"a":1;}'.split(
    '|',
  ),
  ...'{"a"=1}|{"a":undefined}|{"__proto__":{"a":1}}|{"constructor":1}|{"$type":1,"@class":"x"}'.split('|'),
  `{${list(3_000, (at) => `"k${at}":${at}`).join(',')}}`,
];

const json: Make = (random) => {
  const value = random.pick(jsons);
  return valued(`json ${shown(value)}`, 'json', value);
};

const makers: readonly Make[] = [
  ...[depth, number, escape, integer, number, length, mixed, twice, requiredDepth, date, otherwise, json, number],
  ...[count, expression, number, version, boolean, escape, otherwise, size],
];
