/** Tests that the memory is read back as written or not at all, and how two bodies are compared. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../server/src/service/push/memory.js';
import { comparable, readRemembered, sameBody } from '../../server/src/service/push/memory.js';
import { anyTexts, jsonTexts, typedTexts } from '../support/jsonTexts.js';
import { anyStates } from './state/states.js';
import { words } from '../support/rows.js';

const bodies = jsonTexts.map((text) => `{"a":${text}}`);

const remembered: fc.Arbitrary<Remembered> = fc.oneof(
  fc.record({ kind: fc.constant('pushed' as const), body: bodies, time: fc.nat() }),
  anyStates.chain((state) =>
    fc.record(
      {
        kind: fc.constant('seen' as const),
        version: fc.nat(),
        state: fc.constant(state),
        time: fc.nat(),
        leftToService: fc.array(fc.string(), { minLength: 1 }),
        unconfirmed: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'version', 'state', 'time'] },
    ),
  ),
);

describe('The memory of a file', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(remembered, (what) => {
        expect(readRemembered(JSON.stringify(what))).toEqual(what);
      }),
    );
  });

  test('is ignored if it was only partially written', () => {
    fc.assert(
      fc.property(remembered, fc.nat(), (what, at) => {
        const text = JSON.stringify(what);
        expect(readRemembered(text.slice(0, at % text.length))).toBeUndefined();
      }),
    );
  });

  test.each(words`
    {"kind":"pushed","time":1} {"kind":"pushed","body":{},"time":1} {"kind":"pushed","body":"{}"}
    {"kind":"pushed","body":"{","time":1} {"kind":"pushed","body":"[]","time":1}
    {"kind":"pushed","body":"{}","time":"1"} {"kind":"seen","time":1,"version":1}
    {"kind":"seen","time":1,"version":1,"state":{"disabled":true}}
    {"kind":"seen","time":1,"version":1,"state":{"content":{}}}
    {"kind":"seen","time":1,"version":"1","state":{"disabled":true,"content":{}}}
    {"kind":"other","time":1,"body":"{}"} {"__proto__":{"kind":"pushed","body":"{}","time":1}} null []
  `)('is not read from %s', (text) => {
    expect(readRemembered(text)).toBeUndefined();
  });

  test('is not read from any other text in the storage', () => {
    fc.assert(
      fc.property(fc.oneof(anyTexts, jsonTexts, typedTexts), (text) => {
        expect(readRemembered(text)).toBeUndefined();
      }),
    );
  });
});

describe('Two pushed bodies', () => {
  test.each([
    ['{"disabled":true}', '{ "disabled" : true }\r\n'],
    ['{"disabled":true,"comment":"a"}', '{"comment":"b","disabled":true}'],
    ['{"content":{"rules":[],"more":{"a":1,"b":2}}}', '{"content":{"more":{"b":2,"a":1.0},"rules":[]}}'],
    ['{"a":"\\u0061"}', '{"a":"a"}'],
  ])('%s and %s are equal', (a, b) => {
    expect(sameBody(a, b)).toBe(true);
  });

  test.each([
    ['{"disabled":true}', '{"disabled":false}'],
    ['{"disabled":true}', '{}'],
    ['{"content":{"comment":"a"}}', '{"content":{"comment":"b"}}'],
    ['{"content":{"rules":[1,2]}}', '{"content":{"rules":[2,1]}}'],
    ['{"a":null}', '{}'],
    ['{"a":"1"}', '{"a":1}'],
    ['{"__proto__":1}', '{"__proto__":2}'],
    ['no JSON', 'none either'],
  ])('%s and %s differ', (a, b) => {
    expect(sameBody(a, b)).toBe(false);
  });

  test('are equal exactly if the diff shows no differences', () => {
    fc.assert(
      fc.property(jsonTexts, anyTexts, (a, b) => {
        expect(sameBody(a, a)).toBe(true);
        expect(sameBody(a, b)).toBe(comparable(a) === comparable(b));
        expect(comparable(comparable(a))).toBe(comparable(a));
      }),
    );
  });
});
