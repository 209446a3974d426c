/** Sections 1.1, 1.3, 1.4 and 2 of docs/evaluation.md, row by row: a body, and what happens to it. */
import type { ReturnType } from '../../../server/src/core/evaluation/values/values.js';
import type { Body } from './bodies.js';
import { ruleWith, sent, shown, upTo } from './bodies.js';
import type { Happened } from './edges.js';

export interface Fact {
  readonly section: string;
  readonly becomes: Happened;
  /** Variations that SDKs receive, if the row names them. */
  readonly variations?: readonly unknown[];
  readonly body: Body;
}

function body(about: string, change: object, returnType: ReturnType = 'string'): Body {
  return { about, returnType, text: sent({ variations: [{ value: 'a' }], ...change }) };
}

const becomes = (
  section: string,
  happened: Happened,
  about: string,
  content: object,
  returnType?: ReturnType,
): Fact => ({
  section,
  becomes: happened,
  body: body(about, content, returnType),
});

/** A value, and what SDKs receive; if that is missing, the toggle vanishes. */
const value = (returnType: ReturnType, text: unknown, ...variations: readonly unknown[]): Fact => ({
  section: '2',
  becomes: variations.length === 0 ? 'vanishes' : 'works',
  ...(variations.length > 0 && { variations }),
  body: body(`${returnType} ${shown(JSON.stringify(text ?? 'absent'))}`, { variations: [{ value: text }] }, returnType),
});

const rule = (change: object, condition: object = {}) =>
  ruleWith(change, { type: 'string', subject: 's', predicate: 'is one of', objects: ['a'], ...condition });
const date = (object: string) => rule({}, { type: 'datetime', predicate: 'after', objects: [object] });
const required = (type: unknown, text: unknown) => ({ prerequisites: [{ key: 'e_json', type, value: text }] });
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const nines = '9'.repeat(309);

export const facts: readonly Fact[] = [
  becomes('1.1', 'works', 'rules that are null', { rules: null }),
  value('string', 5, '5'),
  value('string', true, 'true'),
  value('string', 'a\ud83d', 'a?'),
  becomes('1.1', 'works', '"1" and 1.9 as integers', { defaultServe: { select: '0' }, disabledServe: { select: 0.9 } }),
  becomes('1.1', 'refused', 'true as an integer', { defaultServe: { select: true } }),
  becomes('1.1', 'refused', 'an object as a text', { variations: [{ value: {} }] }),
  becomes('1.1', 'refused', 'an integer beyond 32 bits', { defaultServe: { select: 2_147_483_648 } }),
  becomes('1.1', 'refused', 'a null rule', { rules: [null] }),
  becomes('1.3', 'vanishes', 'an empty defaultServe', { defaultServe: {} }),
  becomes('1.3', 'vanishes', 'a defaultServe without shares', { defaultServe: { split: [] } }),
  becomes('1.3', 'vanishes', 'a rule without serve', rule({ serve: undefined })),
  becomes('1.3', 'vanishes', 'a null in a split', { defaultServe: { split: [null, 1] } }),
  becomes('1.3', 'vanishes', 'a prerequisite of type Json', required('Json', '{}')),
  becomes('1.3', 'vanishes', 'a prerequisite of type number without one', required('number', 'x')),
  becomes('1.3', 'vanishes', 'an offset of +24:00', date('2022-01-01T00:00:00+24:00')),
  becomes('1.3', 'works', 'an offset of +23:19', date('2022-01-01T00:00:00+23:19')),
  becomes('1.3', 'works', 'a second bound in other digits', rule({}, upTo('٢٠٢٣-01-01T00:00:00+08:00'))),
  becomes('1.3', 'vanishes', 'a second offset in other digits', rule({}, upTo('2023-01-01T00:00:00+٠٨:00'))),
  becomes('1.3', 'vanishes', 'an unreadable second bound', rule({}, upTo('x'))),
  becomes(
    '1.3',
    'vanishes',
    'a segment in another case',
    rule({}, { type: 'segment', predicate: 'is in', objects: ['TESTERS'] }),
  ),
  becomes('1.4', 'freezes', 'an unknown type', rule({}, { type: 'text' })),
  becomes('1.4', 'freezes', 'an unknown predicate', rule({}, { predicate: 'equals' })),
  becomes('1.4', 'works', 'a predicate of another type', rule({}, { predicate: '>' })),
  becomes('1.4', 'freezes', 'objects that are null', rule({}, { objects: null })),
  becomes('1.4', 'freezes', 'a null among the objects', rule({}, { objects: [null] })),
  becomes('1.4', 'freezes', 'a serve of nothing', rule({ serve: {} })),
  becomes('1.4', 'freezes', 'a negative select', { disabledServe: { select: -1 } }),
  becomes('1.4', 'freezes', 'a negative sum', { disabledServe: { split: [-1, 10_001] } }),
  becomes('1.4', 'freezes', 'the least share', { disabledServe: { split: [-2_147_483_648] } }),
  becomes('1.4', 'freezes', 'a sum beyond 2147483647', { disabledServe: { split: [2_147_483_647, 1] } }),
  becomes('1.4', 'works', 'a sum of 2147483647', { disabledServe: { split: [2_147_483_647] } }),
  becomes('1.4', 'freezes', 'a json prerequisite of null', required('json', 'null')),
  becomes('1.4', 'freezes', 'a whole number of 309 digits', { variations: [{ value: nines }] }, 'number'),
  becomes('1.4', 'freezes', 'the same with e0', { variations: [{ value: `${nines}e0` }] }, 'number'),
  becomes(
    '1.4',
    'freezes',
    'json with a whole number of 309 digits',
    { variations: [{ value: `{"a":${nines}}` }] },
    'json',
  ),
  becomes('1.4', 'freezes', 'a required whole number of 309 digits', required('number', nines)),
  becomes('1.4', 'works', 'json 123 deep', { variations: [{ value: nested(123) }] }, 'json'),
  becomes('1.4', 'freezes', 'json 124 deep', { variations: [{ value: nested(124) }] }, 'json'),
  becomes('1.4', 'works', 'required json 122 deep', required('json', nested(122))),
  becomes('1.4', 'freezes', 'required json 123 deep', required('json', nested(123))),
  ...['1e3', '+5', '.5', '5.', '1e-2147483647', '٣', '１２'].map((text, index) =>
    value('number', text, [1_000, 5, 0.5, 5, 0, 3, 12][index]),
  ),
  ...['', ' 5', 'NaN', '0x10', '1_0', '5d', '𝟛', '1e2147483648', undefined].map((text) => value('number', text)),
  value('number', '1e400', 'Infinity'),
  value('number', '-1e400', '-Infinity'),
  value('number', `${nines}.0`, 'Infinity'),
  value('number', `1${'0'.repeat(308)}`, 1e308),
  value('boolean', 'tRuE', true),
  value('boolean', ' true', false),
  value('json', '{"a":1,"a":2,"b":null,"c":[null]}', { a: 2, c: [null] }),
  value('json', '{"a":1e400}', { a: 'Infinity' }),
  value('json', `{"a":${nines},"a":1}`, { a: 1 }),
  value('json', '{} x', {}),
  value('json', '', null),
  value('json', 'null', null),
  ...['[1]', '"s"', '1', '{a:1}', "{'a':1}", '{"a":1,}', '{"a":NaN}', '{"a":01}', '\ufeff{}', 1.5].map((text) =>
    value('json', text),
  ),
];
