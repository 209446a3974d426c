/**
 * Bodies at the edges of what anybody on the way to an SDK reads: JSON readers, number types, columns of a database, sums, dates. The same
 * seed makes the same ones.
 */
import type { ReturnType } from '../../../server/src/evaluation/values.js';
import type { Random } from '../random.js';

export interface Body {
  /** What is odd about it. */
  readonly about: string;
  readonly returnType: ReturnType;
  /** As it is sent. */
  readonly text: string;
}

/** The toggle has these; the segment is there, too. */
export interface Surroundings {
  readonly segment: string;
  /** Another toggle, of the type json. */
  readonly required: string;
}

type Make = (random: Random, around: Surroundings) => Body;

export function bodies(random: Random, count: number, around: Surroundings): readonly Body[] {
  return Array.from({ length: count }, (_, index) => {
    const make = makers[index % makers.length] ?? depth;
    return make(random, around);
  });
}

const content = (change: object = {}) => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations: [{ value: 'a' }, { value: 'b' }],
  prerequisites: [],
  ...change,
});
const sent = (change: object, rest: object = {}) =>
  JSON.stringify({ disabled: false, ...rest, content: content(change) });
const valued = (about: string, returnType: ReturnType, value: unknown): Body => ({
  about,
  returnType,
  text: sent({ variations: [{ value }] }),
});
const texts = (about: string, change: object, rest: object = {}): Body => ({
  about,
  returnType: 'string',
  text: sent(change, rest),
});
const rules = (...conditions: object[]) => ({ rules: [{ name: 'r', serve: { select: 1 }, conditions }] });
const condition = (change: object = {}) => ({
  type: 'string',
  subject: 'a',
  predicate: 'is one of',
  objects: ['x'],
  ...change,
});
const around = (random: Random, edge: number) => edge - 2 + random.below(5);

function nested(random: Random, levels: number, leaf: string): string {
  const kinds = Array.from({ length: levels }, (_, level) => level === 0 || random.chance(0.6));
  const open = kinds.map((isObject) => (isObject ? '{"a":' : '[')).join('');
  const close = kinds
    .map((isObject) => (isObject ? '}' : ']'))
    .reverse()
    .join('');
  return open + leaf + close;
}

const depth: Make = (random) => {
  const levels = random.chance(0.8) ? around(random, 123) : random.pick([1, 64, 127, 128, 255, 512, 1_000, 5_000]);
  return valued(`json ${levels} deep`, 'json', nested(random, levels, random.pick(['1', 'null', '"x"', '[]', '{}'])));
};

const requiredDepth: Make = (random, { required }) => {
  const levels = around(random, 122);
  const value = nested(random, levels, '1');
  return texts(`required json ${levels} deep`, { prerequisites: [{ key: required, type: 'json', value }] });
};

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('');
}

function edgeNumber(random: Random): string {
  const long = () =>
    digits(random, random.pick([1, 9, 10, 15, 16, 17, 19, 20, 21, 100, 307, 308, 309, 310, 400, 1_000]));
  const sign = random.pick(['', '', '-', '+']);
  const body = random.pick<() => string>([
    long,
    () => `${long()}.${digits(random, 1 + random.below(30))}`,
    () =>
      `${digits(random, 1)}e${random.pick([0, 5, 307, 308, 309, 400, 99_999, 999_999_999, 2_147_483_647, 2_147_483_648])}`,
    () => `${digits(random, 2)}e-${random.pick([1, 2, 323, 324, 400, 2_147_483_647])}`,
    () => `0${long()}`,
    () => `.${long()}`,
    () => `${long()}.`,
    () => `${long()}e0`,
    () =>
      random.pick([
        '٣',
        '１２',
        '3٣',
        '𝟛',
        '൪',
        'Ⅳ',
        '½',
        '1_000',
        '1,000',
        '0x1p4',
        '5d',
        '5f',
        '1e',
        'e1',
        '.',
        '',
        ' 1',
        '1 ',
        '1\u0000',
        'NaN',
        'Infinity',
        'inf',
        '--1',
        '1e٣',
        '1e+5',
        '1E-5',
        '0b1',
        '1/2',
        '1e5.5',
      ]),
  ])();
  return sign + body;
}

const number: Make = (random) => {
  const value = edgeNumber(random);
  return valued(`number ${shown(value)}`, 'number', value);
};

const requiredNumber: Make = (random, { required }) => {
  const value = edgeNumber(random);
  return texts(`required number ${shown(value)}`, { prerequisites: [{ key: required, type: 'number', value }] });
};

const numberObject: Make = (random) => {
  const object = edgeNumber(random);
  const predicate = random.pick(['=', '!=', '>', '<=']);
  return texts(
    `condition ${predicate} ${shown(object)}`,
    rules(condition({ type: 'number', predicate, objects: [object] })),
  );
};

const jsonNumber: Make = (random) => {
  const value = edgeNumber(random);
  const text = random.pick([`{"a":${value}}`, `{"a":[1,${value}]}`, `{"a":{"b":${value}},"a":${value}}`]);
  return valued(`json with ${shown(value)}`, 'json', text);
};

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
  return random.pick<() => Body>([
    () => valued(`value of ${bytes} bytes`, 'string', filled(random, bytes) + blanks),
    () => valued(`json of ${bytes} bytes`, 'json', `{"a":"${'x'.repeat(bytes - 8)}"}${blanks}`),
    () => texts(`description of ${bytes} bytes`, { variations: [{ value: 'a', description: filled(random, bytes) }] }),
    () => {
      const size = around(random, 128);
      return texts(`name of ${size} characters`, {
        variations: [{ value: 'a', name: random.pick(letters).repeat(size) + blanks }],
      });
    },
    () => {
      const size = around(random, 1_024);
      return texts(`comment of ${size} characters`, {}, { comment: random.pick(letters).repeat(size) + blanks });
    },
    () => {
      const size = around(random, 128);
      return texts(`required key of ${size}`, {
        prerequisites: [{ key: 'k'.repeat(size), type: 'string', value: 'a' }],
      });
    },
    () =>
      texts(`rule name of ${bytes}`, {
        rules: [{ name: filled(random, bytes), serve: { select: 0 }, conditions: [] }],
      }),
    () => texts(`subject of ${bytes}`, rules(condition({ subject: filled(random, bytes) }))),
    () => texts(`object of ${bytes}`, rules(condition({ objects: [filled(random, bytes)] }))),
  ])();
};

const count: Make = (random) => {
  const many = random.pick([0, 1, 2, 127, 128, 129, 255, 256, 1_000, 4_000]);
  return random.pick<() => Body>([
    () => texts(`${many} variations`, { variations: Array.from({ length: many }, (_, at) => ({ value: String(at) })) }),
    () =>
      texts(`${many} rules`, {
        rules: Array.from({ length: many }, () => ({ serve: { select: 0 }, conditions: [condition()] })),
      }),
    () => texts(`${many} conditions`, rules(...Array.from({ length: many }, () => condition()))),
    () => texts(`${many} objects`, rules(condition({ objects: Array.from({ length: many }, String) }))),
    () =>
      texts(`${many} shares`, {
        defaultServe: { split: Array.from({ length: many }, () => random.pick([0, 1, 10_000])) },
      }),
    () =>
      texts(`${many} prerequisites`, {
        prerequisites: Array.from({ length: Math.min(many, 200) }, (_, at) => ({
          key: `k${at}`,
          type: 'string',
          value: 'a',
        })),
      }),
  ])();
};

const size: Make = (random) => {
  const total = 1_048_576 + random.pick([-40, -20, -19, -1, 0, 1, 20]);
  const at = content({ rules: [{ name: '', serve: { select: 0 }, conditions: [] }] });
  const room = total - bytesOf(JSON.stringify(at));
  const text = JSON.stringify({
    content: { ...at, rules: [{ name: 'x'.repeat(room), serve: { select: 0 }, conditions: [] }] },
  });
  return { about: `content of ${total} bytes`, returnType: 'string', text };
};

const integer: Make = (random) => {
  const written = random.pick([
    '0',
    '1',
    '2',
    '-1',
    '-0',
    '1.0',
    '1.9',
    '-0.9',
    '1e0',
    '1E2',
    '2147483647',
    '2147483648',
    '-2147483648',
    '1e9',
    '1e10',
    '"1"',
    '" 1 "',
    '"1.5"',
    '"x"',
    '""',
    'true',
    'null',
    '[1]',
    '{}',
    '1e400',
    '9'.repeat(30),
  ]);
  const where = random.pick(['defaultServe', 'disabledServe', 'rule']);
  const serve = random.pick([
    `{"select":${written}}`,
    `{"split":[${written},1]}`,
    `{"split":[1,${written}]}`,
    `{"select":0,"split":[${written}]}`,
  ]);
  const made = JSON.parse(sent(rules(condition()))) as { content: Record<string, unknown> };
  if (where === 'rule') made.content['rules'] = [{ name: 'r', serve: '@', conditions: [condition()] }];
  else made.content[where] = '@';
  return { about: `${where} ${shown(serve)}`, returnType: 'string', text: JSON.stringify(made).replace('"@"', serve) };
};

const odd = [
  '\\u0000',
  '\\ud800',
  '\\udc00',
  'a\\ud83d',
  '\\ud83d\\ude00',
  '\\udbff\\udfff',
  '\\uffff',
  '\\ufeffa',
  '\\u200b',
  '\\u202e',
  '\\u0007',
  '\\u001c',
  '\\u0085',
  '\\u00a0',
  'a\\u0301',
  '%00',
  '\\\\u0000',
  '$(id)',
  '${x}',
  "' OR 1=1 --",
  '<b>',
];

const escape: Make = (random, { segment }) => {
  const text = random.pick(odd);
  const place = random.pick([
    'value',
    'name',
    'description',
    'subject',
    'object',
    'rule',
    'comment',
    'key',
    'required',
    'json',
    'segment',
    'type',
    'predicate',
    'property',
  ]);
  const made: Readonly<Record<string, () => string>> = {
    value: () => sent({ variations: [{ value: '@' }] }),
    name: () => sent({ variations: [{ value: 'a', name: '@' }] }),
    description: () => sent({ variations: [{ value: 'a', description: '@' }] }),
    subject: () => sent(rules(condition({ subject: '@' }))),
    object: () => sent(rules(condition({ objects: ['@'] }))),
    rule: () => sent({ rules: [{ name: '@', serve: { select: 0 }, conditions: [] }] }),
    comment: () => sent({}, { comment: '@' }),
    key: () => sent({ prerequisites: [{ key: '@', type: 'string', value: 'a' }] }),
    required: () => sent({ prerequisites: [{ key: 'k', type: 'string', value: '@' }] }),
    segment: () => sent(rules(condition({ type: 'segment', predicate: 'is in', objects: [`${segment}@`] }))),
    type: () => sent(rules(condition({ type: 'string@' }))),
    predicate: () => sent(rules(condition({ predicate: 'is one of@' }))),
    property: () => sent({ '@': 1 }),
  };
  if (place === 'json') {
    const value = random.pick([`{"a":"${text}"}`, `{"${text}":1}`]);
    return valued(`json with ${text}`, 'json', value);
  }
  return { about: `${place} ${text}`, returnType: 'string', text: (made[place]?.() ?? '').replace('@', text) };
};

const twice: Make = (random) => {
  const [bad, good] = random.pick<readonly [string, string]>([
    ['"select":-1', '"select":0'],
    ['"select":0', '"select":-1'],
    ['"split":[]', '"select":0'],
    ['"select":null', '"select":1'],
    ['"select":1', '"select":null'],
  ]);
  return random.pick<() => Body>([
    () => ({
      about: `serve ${bad} and ${good}`,
      returnType: 'string',
      text: sent({ disabledServe: '@' }).replace('"@"', `{${bad},${good}}`),
    }),
    () => ({
      about: 'content twice',
      returnType: 'string',
      text: `{"content":${random.pick(['null', '{}', '{"rules":[null]}'])},"content":${JSON.stringify(content())}}`,
    }),
    () => ({
      about: 'variations twice',
      returnType: 'number',
      text: sent({ variations: '@' }).replace('"@"', '[{"value":"x","value":"1"}]'),
    }),
    () => ({
      about: 'variations twice, the last one wrong',
      returnType: 'number',
      text: sent({ variations: '@' }).replace('"@"', '[{"value":"1","value":"x"}]'),
    }),
    () =>
      valued(
        'json with a key twice',
        'json',
        random.pick([
          '{"a":1,"a":{"b":2}}',
          '{"a":1e400,"a":1}',
          `{"a":${'9'.repeat(400)},"a":1}`,
          '{"a":{"a":1,"a":2}}',
        ]),
      ),
    () => ({
      about: 'objects twice',
      returnType: 'string',
      text: sent(rules(condition({ objects: '@' }))).replace('"@"', '[null],"objects":["x"]'),
    }),
  ])();
};

const dates = [
  '0000-01-01T00:00:00+00:00',
  '0001-01-01T00:00:00+00:00',
  '1582-10-10T00:00:00+00:00',
  '9999-12-31T23:59:59+23:19',
  '2022-13-32T24:60:60+08:00',
  '2022-19-39T29:69:69+29:19',
  '2022-00-00T00:00:00+00:00',
  '2022-01-01T00:00:00Z',
  '2022-01-01T00:00:00+24:00',
  '2022-01-01T00:00:00+23:59',
  '2022-01-01T00:00:00-08:00',
  '2022-01-01T00:00:00.5+08:00',
  ' 2022-01-01T00:00:00+08:00',
  '٢٠٢٢-01-01T00:00:00+08:00',
  '10000-01-01T00:00:00+00:00',
  '2022-1-1T0:0:0+08:00',
  '',
];

const date: Make = (random) => {
  const object = random.pick(dates);
  const right = random.chance(0.4);
  const bound = { predicate: 'between', leftPredicate: 'after', rightPredicate: 'before' };
  const change = right
    ? { ...bound, objects: ['2022-01-01T00:00:00+08:00'], rightObjects: [object] }
    : { predicate: 'after', objects: [object] };
  return texts(`${right ? 'second bound' : 'after'} ${object}`, rules(condition({ type: 'datetime', ...change })));
};

const version: Make = (random) => {
  const object = random.pick([
    '1.0.0',
    `${digits(random, 400)}.0.0`,
    `1.0.0-${digits(random, 30)}`,
    '1.0.0-01',
    '1.0.0+',
    '1.0.0-a..b',
    'v1.0.0',
    '1.0',
    '٣.0.0',
    '1.0.0\\n',
    ' 1.0.0',
    '18446744073709551616.0.0',
    `1.0.0-${'a.'.repeat(300)}a`,
    `1.0.0+${'0'.repeat(300)}`,
    '',
  ]);
  return texts(
    `semver ${shown(object)}`,
    rules(condition({ type: 'semver', predicate: random.pick(['=', '<', '>=']), objects: [object] })),
  );
};

const expression: Make = (random) => {
  const object = random.pick([
    '[',
    '(?=a)',
    '(a+)+$',
    'a{1000}',
    'a{1001}',
    'a{100000}',
    '\\p{L}',
    '(?<n>a)',
    '\\u0041',
    '^'.repeat(5_000),
    '('.repeat(300) + ')'.repeat(300),
    '[[:alpha:]]',
    '\\Q\\E',
    '(?i)a',
    '\\',
    '',
    '(?P<a>x)',
    'a**',
    '\ud800',
  ]);
  return texts(
    `regex ${shown(object)}`,
    rules(condition({ predicate: random.pick(['matches regex', 'does not match regex']), objects: [object] })),
  );
};

const raw: Make = (random) => {
  const good = sent({});
  const text = random.pick([
    good + 'x',
    good + good,
    '\ufeff' + good,
    ' ' + good + '\n',
    good.replace('"a"', "'a'"),
    good.replace('}', ',}'),
    '/*x*/' + good,
    good + '//x',
    good.replace('0', '00'),
    good.replace('0', '+0'),
    good.replace('0', '0x0'),
    good.replace('0', 'NaN'),
    good.replace('false', 'False'),
    good.replace('false', '"TRUE"'),
    good.replace('false', '2'),
    good.replace('false', '[]'),
    good.replace('"a"', '"a\tb"'),
    good.replace('"a"', '"\\x"'),
    good.replace('"a"', '"\\u12"'),
    good.slice(0, -1),
    '',
    'null',
    '[]',
    '{}',
    '5',
    '"x"',
    '{"content":null}',
    '{"content":{}}',
    '{"content":[]}',
    '{"content":5}',
    good.replace('"rules":[]', '"rules":{}'),
    good.replace('"rules":[]', '"rules":""'),
    good.replace('"rules":[]', '"rules":null'),
    good.replace('"variations":[', '"variations":[null,'),
    '['.repeat(random.pick([100, 1_001, 3_000])),
    `{"x":${nested(random, random.pick([500, 990, 1_000, 1_010, 3_000]), '1')},${good.slice(1)}`,
  ]);
  return { about: `raw ${shown(text)}`, returnType: 'string', text };
};

const mixed: Make = (random, { segment, required }) => {
  const wrong = random.pick<unknown>([null, 5, 1.5, true, [], {}, '', ['x'], [null], [[]]]);
  return random.pick<() => Body>([
    () => texts(`value ${JSON.stringify(wrong)}`, { variations: [{ value: wrong }] }),
    () => valued(`number ${JSON.stringify(wrong)}`, 'number', wrong),
    () => valued(`boolean ${JSON.stringify(wrong)}`, 'boolean', wrong),
    () => valued(`json ${JSON.stringify(wrong)}`, 'json', wrong),
    () =>
      texts(
        `objects ${JSON.stringify(wrong)}`,
        rules(condition({ objects: wrong, type: random.pick(['string', 'number', 'semver', 'datetime', 'segment']) })),
      ),
    () => texts(`type ${JSON.stringify(wrong)}`, rules(condition({ type: wrong }))),
    () => texts(`subject ${JSON.stringify(wrong)}`, rules(condition({ subject: wrong }))),
    () => texts(`serve ${JSON.stringify(wrong)}`, { rules: [{ name: 'r', serve: wrong, conditions: [] }] }),
    () =>
      texts(`conditions ${JSON.stringify(wrong)}`, { rules: [{ name: 'r', serve: { select: 0 }, conditions: wrong }] }),
    () => texts(`prerequisites ${JSON.stringify(wrong)}`, { prerequisites: wrong }),
    () =>
      texts(`required value ${JSON.stringify(wrong)}`, {
        prerequisites: [{ key: required, type: 'json', value: wrong }],
      }),
    () =>
      texts(`required type ${JSON.stringify(wrong)}`, { prerequisites: [{ key: required, type: wrong, value: '{}' }] }),
    () =>
      texts(
        `segment ${segment.toUpperCase()}`,
        rules(
          condition({
            type: 'segment',
            predicate: 'is in',
            objects: [random.pick([segment.toUpperCase(), `${segment} `, segment, 'nowhere'])],
          }),
        ),
      ),
  ])();
};

const boolean: Make = (random) => {
  const value = random.pick([
    'true',
    'TRUE',
    'tRuE',
    'false',
    '',
    ' true',
    'yes',
    '1',
    'ｔｒｕｅ',
    'true\\u0000',
    'null',
    'TRUEʼ',
  ]);
  return valued(`boolean ${value}`, 'boolean', value);
};

const json: Make = (random) => {
  const value = random.pick([
    '{}',
    ' {} ',
    '\u00a0{}',
    '\ufeff{}',
    '{}x',
    '{} {}',
    '[1]',
    '"s"',
    '1',
    'null',
    ' null ',
    'nullx',
    '',
    ' ',
    '\u2003',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a":1}//c',
    '/**/{}',
    '{"a":tRuE}',
    '{"a":"\t"}',
    '{"a":"\u007f"}',
    '{"a":"\\/"}',
    '{"":""}',
    '{"a" :\r\n1}',
    '{"a":1;}',
    '{"a"=1}',
    '{"a":undefined}',
    `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    '{"$type":1,"@class":"x"}',
  ]);
  return valued(`json ${shown(value)}`, 'json', value);
};

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 18)}…${text.length}…${text.slice(-8)}` : text;
}

const makers: readonly Make[] = [
  depth,
  number,
  escape,
  integer,
  jsonNumber,
  length,
  mixed,
  twice,
  requiredDepth,
  date,
  raw,
  json,
  requiredNumber,
  count,
  expression,
  numberObject,
  version,
  boolean,
  escape,
  raw,
  size,
];
