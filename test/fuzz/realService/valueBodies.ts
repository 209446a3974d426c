/** Values, numbers, dates and versions at the edges of what their readers take. */
import type { Make } from './bodyParts.js';
import { around, condition, digits, edgeNumber, nested, rules, shown, texts, valued } from './bodyParts.js';

export const depth: Make = (random) => {
  const levels = random.chance(0.8) ? around(random, 123) : random.pick([1, 64, 127, 128, 255, 512, 1_000, 5_000]);
  return valued(`json ${levels} deep`, 'json', nested(random, levels, random.pick(['1', 'null', '"x"', '[]', '{}'])));
};

export const requiredDepth: Make = (random, { required }) => {
  const levels = around(random, 122);
  const value = nested(random, levels, '1');
  return texts(`required json ${levels} deep`, { prerequisites: [{ key: required, type: 'json', value }] });
};

export const number: Make = (random) => {
  const value = edgeNumber(random);
  return valued(`number ${shown(value)}`, 'number', value);
};

export const requiredNumber: Make = (random, { required }) => {
  const value = edgeNumber(random);
  return texts(`required number ${shown(value)}`, { prerequisites: [{ key: required, type: 'number', value }] });
};

export const numberObject: Make = (random) => {
  const object = edgeNumber(random);
  const predicate = random.pick(['=', '!=', '>', '<=']);
  return texts(
    `condition ${predicate} ${shown(object)}`,
    rules(condition({ type: 'number', predicate, objects: [object] })),
  );
};

export const jsonNumber: Make = (random) => {
  const value = edgeNumber(random);
  const text = random.pick([`{"a":${value}}`, `{"a":[1,${value}]}`, `{"a":{"b":${value}},"a":${value}}`]);
  return valued(`json with ${shown(value)}`, 'json', text);
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

export const date: Make = (random) => {
  const object = random.pick(dates);
  const right = random.chance(0.4);
  const bound = { predicate: 'between', leftPredicate: 'after', rightPredicate: 'before' };
  const change = right
    ? { ...bound, objects: ['2022-01-01T00:00:00+08:00'], rightObjects: [object] }
    : { predicate: 'after', objects: [object] };
  return texts(`${right ? 'second bound' : 'after'} ${object}`, rules(condition({ type: 'datetime', ...change })));
};

export const version: Make = (random) => {
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

export const boolean: Make = (random) => {
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

export const json: Make = (random) => {
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
