import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { commentOf, payload, withComment } from '../../server/src/core/features/payload.js';
import { anyTexts, objectTexts, typedTexts } from '../support/jsonTexts.js';
import { rounds } from '../support/rounds.js';

// Counts calls only.
vi.mock('../../server/src/core/json/document.js', { spy: true });

function pushed(text: string, comment = 'why'): string | undefined {
  const body = payload(parse(text));
  return body === undefined ? undefined : withComment(body, comment);
}

describe('the pushed text', () => {
  it('is the unchanged file if the file already has the comment', () => {
    const text =
      '{\r\n\t"disabled" :false,"comment": "w\\u0068y" ,\n"content":{"rules" : [ ],"variations":[{"value":"1e3"}]}}';
    expect(pushed(text)).toBe(text);
  });

  it('keeps the spelling of numbers, the key order and the white space', () => {
    const text = '{ "baseVersion": 1.50e+2, "z": [ 12345678901234567890 , -0.0 ], "a" : { }, "comment": "why" }';
    expect(pushed(text)).toBe(text);
  });

  it('keeps unknown properties and duplicate keys, which the service interprets', () => {
    const text = '{ "comment": "why", "unknown": 1, "disabled": true, "disabled": false, "__proto__": {} }';
    expect(pushed(text)).toBe(text);
  });

  for (const [where, before, after] of [
    ['first', '{ "$schema": "s", "comment": "why", "a": 1 }', '{ "comment": "why", "a": 1 }'],
    ['in the middle', '{ "comment": "why", "$schema": "s", "a": 1 }', '{ "comment": "why", "a": 1 }'],
    ['last', '{ "comment": "why", "a": 1, "$schema": "s" }', '{ "comment": "why", "a": 1 }'],
    ['twice', '{ "$schema": "s", "comment": "why", "$schema": { "a": [1] }, "a": 1 }', '{ "comment": "why", "a": 1 }'],
    [
      'three times beside only the comment',
      '{ "$schema": 1, "$schema": 2, "comment": "why", "$schema": 3 }',
      '{ "comment": "why" }',
    ],
    ['with an escape', '{ "\\u0024schema": "s", "comment": "why" }', '{ "comment": "why" }'],
    ['on lines of its own', '{\n  "$schema": "s",\n  "comment": "why"\n}', '{\n  "comment": "why"\n}'],
  ] as const)
    it(`omits $schema ${where}`, () => expect(pushed(before)).toBe(after));

  it('omits a $schema that is the only property', () => {
    expect(pushed('{ "$schema": "s" }')).toBe('{"comment": "why"}');
    expect(pushed('{ "$schema": "s", "$schema": "s" }')).toBe('{"comment": "why"}');
  });

  it.each([
    ['in front of', `{ ${'"$schema": "x", '.repeat(20_000)}"a": 1 }`],
    ['behind', `{ "a": 1${', "$schema": "x"'.repeat(20_000)} }`],
  ])('omits 20,000 $schema %s another property, and parses only once for all', (_, text) => {
    const document = parse(text);
    vi.mocked(parse).mockClear();
    expect(JSON.parse(payload(document) ?? '')).toEqual({ comment: '', a: 1 });
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('keeps a nested $schema, which the editor does not use', () => {
    const text = '{ "comment": "why", "content": { "$schema": "s" } }';
    expect(pushed(text)).toBe(text);
  });

  it('has a new comment before all other properties', () => {
    expect(pushed('{}')).toBe('{"comment": "why"}');
    expect(pushed('{ "disabled": true }')).toBe('{"comment": "why",  "disabled": true }');
    expect(JSON.parse(pushed('{\n  "disabled": true\n}') ?? '')).toEqual({ comment: 'why', disabled: true });
  });

  it('has the new comment in place of the old comment', () => {
    expect(pushed('{ "a": 1, "comment" : "old", "b": 2 }')).toBe('{ "a": 1, "comment" : "why", "b": 2 }');
    expect(pushed('{ "comment": { "a": [1] } }')).toBe('{ "comment": "why" }');
    expect(pushed('{ "comment": null }')).toBe('{ "comment": "why" }');
  });

  it('has the new comment in place of the last comment if the file has two', () => {
    const body = pushed('{ "comment": "a", "comment": "b" }') ?? '';
    expect(JSON.parse(body)).toEqual({ comment: 'why' });
  });

  for (const comment of ['', '"\\\n\u0000', '😀 \uD83D', '$&$1', '\u2028', '</script>'])
    it(`can have the comment ${JSON.stringify(comment)}`, () => {
      for (const text of ['{}', '{ "comment": "old" }', '{ "$schema": "s", "disabled": true }'])
        expect(JSON.parse(pushed(text, comment) ?? '')).toMatchObject({ comment });
    });

  it('has no byte order mark and no surrounding white space', () => {
    expect(pushed('\uFEFF{ "comment": "why" }')).toBe('{ "comment": "why" }');
    expect(pushed('\uFEFF \r\n{ "comment": "why" }\n\n')).toBe('{ "comment": "why" }');
  });

  it('keeps a byte order mark inside a string', () =>
    expect(pushed('{ "comment": "why", "a": "\uFEFF" }')).toBe('{ "comment": "why", "a": "\uFEFF" }'));

  it('equals the JSON of the file without $schema and with the comment, for any object', () =>
    fc.assert(
      fc.property(objectTexts, fc.string({ unit: 'binary' }), fc.boolean(), (text, comment, marked) => {
        const body = pushed(marked ? `\uFEFF${text}` : text, comment);
        const expected = new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>));
        expected.delete('$schema');
        expected.set('comment', comment);
        expect(new Map(Object.entries(JSON.parse(body ?? '') as Readonly<Record<string, unknown>>))).toEqual(expected);
      }),
      { numRuns: rounds(3_000) },
    ));

  it('does not change if it is pushed again', () =>
    fc.assert(
      fc.property(objectTexts, fc.string(), (text, comment) => {
        const body = pushed(text, comment) ?? '';
        expect(pushed(body, comment)).toBe(body);
      }),
    ));
});

describe('nothing is pushed for', () => {
  for (const text of [
    '',
    ' ',
    '[]',
    '[{}]',
    'null',
    '1',
    '"{}"',
    '{',
    '}',
    '{} {}',
    '{},',
    '{ "a": 1, }',
    '{ "a": 1 "b": 2 }',
    '{ "$schema": "s", }',
    '/* a */ {}',
    '{} // a',
    "{ 'a': 1 }",
    '{ a: 1 }',
    '{ "a": 01 }',
    '{ "a": "\t" }',
    '{}\uFEFF',
    '{}\u00A0',
  ])
    it(JSON.stringify(text), () => expect(pushed(text)).toBeUndefined());

  it('any text that JSON.parse does not return as an object', () =>
    fc.assert(
      fc.property(fc.oneof(anyTexts, typedTexts), (text) => {
        const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
        expect(pushed(text) !== undefined).toBe(isObject(source));
      }),
      { numRuns: rounds(5_000) },
    ));
});

describe('the comment of a file', () => {
  it('is the last comment, unescaped, even if it is incomplete', () => {
    expect(commentOf(parse('{ "comment": " a\\n" }'))).toBe(' a\n');
    expect(commentOf(parse('{ "comment": "a", "comment": "b" }'))).toBe('b');
    expect(commentOf(parse('{ "comment": "half typed'))).toBe('half typed');
  });

  for (const text of [
    '{}',
    '',
    '[]',
    '{ "comment": "" }',
    '{ "comment": "\\t " }',
    '{ "comment": 1 }',
    '{ "comment": ',
  ])
    it(`does not exist in ${JSON.stringify(text)}`, () => expect(commentOf(parse(text))).toBeUndefined());
});

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
