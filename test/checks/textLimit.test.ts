/** Tests how long texts may be, as the database of the open-source service counts them. Each limit was seen there. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';

const comment = (text: string) => ({ comment: text, disabled: true });
const name = (text: string) => ({ content: { variations: [{ value: 'a', name: text }] } });
const value = (text: string) => ({ content: { variations: [{ value: text, name: 'a' }] } });
const key = (text: string) => ({ content: { prerequisites: [{ key: text, value: 'a', type: 'string' }] } });
const required = (text: string) => ({ content: { prerequisites: [{ key: 'a', value: text, type: 'string' }] } });

function codes(body: unknown): string[] {
  const text = JSON.stringify(body);
  const found = targetingProblems(parse(text));
  expect(targetingProblems(parse(text))).toEqual(found);
  return found.map(({ code }) => code);
}

describe('a text is too long', () => {
  for (const [what, body, most, unit] of [
    ['comment', comment, 1_024, 'a'],
    ['comment, in characters and not in UTF-16 units', comment, 1_024, '😀'],
    ["variation's name", name, 128, 'é'],
    ["variation's value, in bytes", value, 65_535, 'a'],
    ["variation's value, in bytes of more than one", value, 65_535 / 3, '中'],
    ["prerequisite's key", key, 128, '中'],
    ["prerequisite's value", required, 65_535, 'a'],
  ] as const) {
    it(`if it exceeds the limit of a ${what}`, () => {
      expect(codes(body(unit.repeat(most)))).toEqual([]);
      expect(codes(body(unit.repeat(most + 1)))).toEqual(['service-limit']);
    });
  }

  it('but not because of white space at its end', () => {
    expect(codes(comment(`${'a'.repeat(1_024)} \t\r\n`))).toEqual([]);
    expect(codes(comment(`${'a'.repeat(1_024)}\u2003`))).toEqual(['service-limit']);
    expect(codes(name(`${'a'.repeat(128)}   `))).toEqual([]);
  });

  it('but not because of the length of its escapes', () => {
    const escaped = (count: number) => `{ "comment": "${'\\u4e2d'.repeat(count)}", "disabled": true }`;
    expect(targetingProblems(parse(escaped(1_024)))).toEqual([]);
    expect(targetingProblems(parse(escaped(1_025))).map(({ code }) => code)).toEqual(['service-limit']);
  });

  it('anywhere in a large file', () => {
    const rules = Array.from({ length: 3_000 }, (_, index) => ({
      name: `r${index}`,
      serve: { select: 0 },
      conditions: [],
    }));
    const content = {
      rules: rules.slice(0, 1),
      description: rules,
      variations: [{ name: 'n'.repeat(129), value: 'a' }],
    };
    expect(codes({ comment: 'c'.repeat(1_025), content })).toEqual([
      'service-limit',
      'unknown-property',
      'service-limit',
    ]);
  });

  it('until it is short enough', () => {
    const document = parse(JSON.stringify(comment('a'.repeat(1_025)), null, 2));
    const found = targetingProblems(document);
    expect(found.map(({ code }) => code)).toEqual(['service-limit']);
    const range = { start: { line: 1, character: 14 }, end: { line: 1, character: 15 } };
    expect(targetingProblems(document.edited([{ range, text: '' }]))).toEqual([]);
  });
});
