/**
 * Bodies at the edges of what anyone on the way to an SDK reads: JSON readers, number types, columns of a database, sums, dates. The same
 * seed makes the same ones.
 */
import type { Random } from '../random.js';
import type { Body, Make, Surroundings } from './bodyParts.js';
import { around, bytesOf, condition, content, filled, letters, rules, sent, texts, valued } from './bodyParts.js';
import { count, expression, integer, mixed, raw, twice } from './shapeBodies.js';
import {
  boolean,
  date,
  depth,
  json,
  jsonNumber,
  number,
  numberObject,
  requiredDepth,
  requiredNumber,
  version,
} from './valueBodies.js';

export function bodies(random: Random, count: number, around: Surroundings): readonly Body[] {
  return Array.from({ length: count }, (_, index) => {
    const make = makers[index % makers.length] ?? depth;
    return make(random, around);
  });
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

const size: Make = (random) => {
  const total = 1_048_576 + random.pick([-40, -20, -19, -1, 0, 1, 20]);
  const at = content({ rules: [{ name: '', serve: { select: 0 }, conditions: [] }] });
  const room = total - bytesOf(JSON.stringify(at));
  const text = JSON.stringify({
    content: { ...at, rules: [{ name: 'x'.repeat(room), serve: { select: 0 }, conditions: [] }] },
  });
  return { about: `content of ${total} bytes`, returnType: 'string', text };
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
