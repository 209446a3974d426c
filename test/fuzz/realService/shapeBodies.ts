/** Lists, integers and JSON that is written or shaped in another way than anyone expects. */
import type { Body, Make } from './bodyParts.js';
import { condition, content, nested, rules, sent, shown, texts, valued } from './bodyParts.js';

export const integer: Make = (random) => {
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

export const twice: Make = (random) => {
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

export const raw: Make = (random) => {
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

export const mixed: Make = (random, { segment, required }) => {
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

export const count: Make = (random) => {
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

export const expression: Make = (random) => {
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
