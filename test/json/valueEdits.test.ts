/** Tests edits that give a text another value and leave everything else in place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { applyEdits } from '../../server/src/core/json/edit/edits.js';
import { valueEdits } from '../../server/src/core/json/edit/valueEdits.js';
import { jsonTexts } from '../support/jsonTexts.js';
import { largeValues } from './largeValues.js';
import { rounds } from '../support/rounds.js';
import { rows } from '../support/rows.js';

/** @param own keys that stay, although the new value lacks them */
function edited(text: string, wanted: string, ...own: readonly string[]): string {
  const edits = valueEdits(parse(text), parse(wanted), (key) => own.includes(key));
  let end = -1;
  for (const edit of edits) {
    expect(edit.start, 'edits stand in order and do not overlap').toBeGreaterThan(end);
    expect(text.slice(edit.start, edit.end), 'no edit leaves all as it is').not.toBe(edit.newText);
    ({ end } = edit);
  }
  return applyEdits(text, edits);
}

describe('a text with a changed value keeps', () => {
  it.each([
    ['its numbers', '{ "a": 1e3, "b": 2 }', '{"a":1000,"b":3}', '{ "a": 1e3, "b": 3 }'],
    ['its escapes', '{ "\\u0061": "\\u0041", "b": 1 }', '{"a":"A","b":2}', '{ "\\u0061": "\\u0041", "b": 2 }'],
    ['the order of its keys', '{ "b": 1, "a": [1, 2] }', '{"a":[1,3],"b":1}', '{ "b": 1, "a": [1, 3] }'],
    ['its own white space', '{"a" :\t1 ,\r\n "b":[ 1,2 ]}', '{"a":2,"b":[1,2]}', '{"a" :\t2 ,\r\n "b":[ 1,2 ]}'],
    ['its byte order mark', '\uFEFF{ "a": 1 }\n', '{"a":2}', '\uFEFF{ "a": 2 }\n'],
    ['what stands around it', '\n\n { "a": 1 }\n\n', '{"a":2}', '\n\n { "a": 2 }\n\n'],
    ['duplicate keys', '{ "a": 1, "b": 2, "a": 3 }', '{"a":4,"b":2}', '{ "a": 1, "b": 2, "a": 4 }'],
    [
      '__proto__ and constructor as keys like any other',
      '{ "__proto__": 1, "constructor": 2 }',
      '{"__proto__":3,"constructor":2}',
      '{ "__proto__": 3, "constructor": 2 }',
    ],
  ])('%s', (_what, before = '', wanted = '', after) => {
    expect(edited(before, wanted)).toBe(after);
  });

  it('everything if it already has that value', () => {
    const text = '{"a":[1e0,{"b" : "\\u0041"}],\n"c":{}, "d": [ ]}';
    expect(valueEdits(parse(text), parse('{"c":{},"a":[1,{"b":"A"}],"d":[]}'), () => false)).toEqual([]);
  });

  it('its additional properties', () => {
    expect(edited('{ "note": 1, "a": [{ "note": 2, "b": 1 }] }', '{"a":[{"b":1}]}', 'note')).toBe(
      '{ "note": 1, "a": [{ "note": 2, "b": 1 }] }',
    );
    expect(edited('{ "a": { "note": [1], "b": 1 } }', '{"a":{"c":2}}', 'note')).toBe(
      '{ "a": { "note": [1], "c": 2 } }',
    );
  });
});

describe('a property', () => {
  it.each(rows`
    is added behind the last one → {\n\t"a": 1\n}\n → {"a":1,"b":[{"c":true}]}
      → {\n\t"a": 1,\n\t"b": [\n\t\t{ "c": true }\n\t]\n}\n
    is added with the line breaks of the text → {\r\n  "a": 1\r\n} → {"a":1,"b":2,"c":3}
      → {\r\n  "a": 1,\r\n  "b": 2,\r\n  "c": 3\r\n}
    is added to an empty object → {\n    "a": {}\n} → {"a":{"b":{"c":1}}}
      → {\n    "a": {\n        "b": { "c": 1 }\n    }\n}
    is added to a text of one line → {"a":1,"d":[]} → {"a":1,"d":[{"b":{"c":[]}}]}
      → {"a":1,"d":[{ "b": { "c": [] } }]}
    is removed with its comma where it stands first → { "a": 1, "b": 2 } → {"b":2} → { "b": 2 }
    is removed with its comma where it stands last → {\n  "a": 1,\n  "b": 2\n} → {"a":1} → {\n  "a": 1\n}
    is removed beside others that are removed → { "a": 1, "b": 2, "c": 3, "d": 4 } → {"a":1,"d":4}
      → { "a": 1, "d": 4 }
    is removed where another one is added → { "a": 1, "b": 2 } → {"c":3,"b":2} → { "b": 2, "c": 3 }
    is removed where it is the only one → { "a": { "b": 1 } } → {"a":{}} → { "a": {} }
    is removed wherever it is repeated → { "a": 1, "b": 2, "a": 3 } → {"b":2} → { "b": 2 }
  `)('%s', (_what, before = '', wanted = '', after) => {
    expect(edited(before, wanted)).toBe(after);
  });
});

describe('an item of a list', () => {
  const rules = `[
  { "name": "a", "n": 1.0 },
  { "name": "b",  "n": 2 },
  {"name":"c", "n": 3 }
]`;
  it.each(rows`
    is added as the first one → [{"name":"x"},{"name":"a","n":1},{"name":"b","n":2},{"name":"c","n":3}]
      → [\n  { "name": "x" },\n  { "name": "a", "n": 1.0 },\n  { "name": "b",  "n": 2 },\n  {"name":"c", "n": 3 }\n]
    is added between others → [{"name":"a","n":1},{"name":"x"},{"name":"b","n":2},{"name":"c","n":3}]
      → [\n  { "name": "a", "n": 1.0 },\n  { "name": "x" },\n  { "name": "b",  "n": 2 },\n  {"name":"c", "n": 3 }\n]
    is removed → [{"name":"a","n":1},{"name":"c","n":3}] → [\n  { "name": "a", "n": 1.0 },\n  {"name":"c", "n": 3 }\n]
    moves and keeps its spelling → [{"name":"c","n":3},{"name":"a","n":1},{"name":"b","n":2}]
      → [\n  {"name":"c", "n": 3 },\n  { "name": "a", "n": 1.0 },\n  { "name": "b",  "n": 2 }\n]
    moves and changes at once → [{"name":"c","n":4},{"name":"a","n":1},{"name":"b","n":2}]
      → [\n  {"name":"c", "n": 4 },\n  { "name": "a", "n": 1.0 },\n  { "name": "b",  "n": 2 }\n]
    gets another name in its place → [{"name":"a","n":1},{"name":"x","n":2},{"name":"c","n":3}]
      → [\n  { "name": "a", "n": 1.0 },\n  { "name": "x",  "n": 2 },\n  {"name":"c", "n": 3 }\n]
    is the only one that stays → [{"name":"b","n":2}] → [\n  { "name": "b",  "n": 2 }\n]
    is removed with all others → [] → []
  `)('%s', (_what, wanted = '', after) => {
    expect(edited(rules, wanted)).toBe(after);
  });

  it.each([
    ['is inserted without another edit', '["a", "b", "c"]', '["a","x","b","c"]', [', "x"']],
    ['is removed without another edit', '["a", "b", "c"]', '["a","c"]', ['']],
    ['that stands twice is removed once', '["x", "y", "x", "z"]', '["y","x","z"]', ['']],
    ['that moves is written once and removed once', '["a", "b", "c"]', '["c","a","b"]', ['"c", ', '']],
    ['is replaced without another edit', '["a", "b", "c"]', '["a","😀","c"]', ['"😀"']],
    ['is added to an empty list', '[]', '[1,2]', ['[1, 2]']],
  ])('%s', (_what, before, wanted, texts) => {
    expect(edited(before, wanted)).toBe(JSON.stringify(JSON.parse(wanted)).replaceAll(',', ', '));
    expect(valueEdits(parse(before), parse(wanted), () => false).map(({ newText }) => newText)).toEqual(texts);
  });

  it('keeps its additional properties if it moves', () => {
    expect(edited('[{ "a": 1, "note": 1 }, { "a": 2 }]', '[{"a":2},{"a":1}]', 'note')).toBe(
      '[{ "a": 2 }, { "a": 1, "note": 1 }]',
    );
  });
});

describe('an empty text', () => {
  it('becomes the new value in the default layout', () => {
    const long = Array.from({ length: 12 }, (_, index) => `user-${index}`);
    const wanted = {
      disabled: false,
      content: { rules: [], split: [1, 2], objects: long, variations: [{ value: 'a' }] },
    };
    expect(edited('', JSON.stringify(wanted))).toBe(`{
  "disabled": false,
  "content": {
    "rules": [],
    "split": [1, 2],
    "objects": [
${long.map((name) => `      "${name}"`).join(',\n')}
    ],
    "variations": [
      { "value": "a" }
    ]
  }
}
`);
  });

  it('can be an empty object', () => {
    expect(edited('{}\r\n', '{"a":{"b":{}}}')).toBe('{\r\n  "a": {\r\n    "b": {}\r\n  }\r\n}\r\n');
  });
});

describe('for any text and any new value', () => {
  const keys = new Set(['own', '0']);
  const both = fc.tuple(
    jsonTexts,
    jsonTexts.map((text) => JSON.stringify(JSON.parse(text))),
  );

  it('the edited text has the new value, and keeps its additional properties', () => {
    fc.assert(
      fc.property(both, ([text, wanted]) => {
        expect(comparable(JSON.parse(edited(text, wanted)))).toEqual(comparable(JSON.parse(wanted)));
        expect(without(JSON.parse(edited(text, wanted, ...keys)), keys)).toEqual(without(JSON.parse(wanted), keys));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('applying the same value again does not change the edited text', () => {
    fc.assert(
      fc.property(both, ([text, any]) => {
        // The new value does not have properties that are the file's own.
        const wanted = JSON.stringify(without(JSON.parse(any), keys));
        const once = edited(text, wanted, ...keys);
        expect(edited(once, wanted, ...keys)).toBe(once);
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it('changing an item leads to a single edit of that item', () => {
    const lists = fc.array(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lists, fc.nat(), (list, choice) => {
        const at = choice % list.length;
        const text = JSON.stringify({ list }, null, 1);
        const wanted = JSON.stringify({ list: list.with(at, 'another') });
        const edits = valueEdits(parse(text), parse(wanted), () => false);
        const { start, end } = itemOf(text, at);
        expect(edits).toEqual([{ start, end, newText: '"another"' }]);
      }),
    );
  });
});

describe('the edits of a large text', () => {
  it.each(largeValues)('produce the other value: %s', (_what, sizes) => {
    const [before, after] = sizes(2_500).map((value) => JSON.stringify(value));
    expect(JSON.stringify(JSON.parse(edited(before ?? '', after ?? ''))) === after).toBe(true);
  });

  it('are computed even at a depth of 100,000', () => {
    const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000);
    expect(edited(deep('1, 2'), deep('2'))).toBe(deep('2'));
    expect(edited(deep(''), '[]')).toBe('[]');
    expect(edited('{\n}', `{"a":${deep('1')}}`).replace(/\s/g, '')).toBe(`{"a":${deep('1')}}`);
  });
});

function itemOf(text: string, at: number): { readonly start: number; readonly end: number } {
  const { root } = parse(text);
  const list = root?.kind === 'object' ? root.byKey.get('list')?.node : undefined;
  const item = list?.kind === 'array' ? list.items[at] : undefined;
  return { start: item?.start ?? -1, end: item?.end ?? -1 };
}

/** Removes prototypes and the sign of zero, which JSON.stringify does not keep. */
function comparable(value: unknown): unknown {
  return without(value, new Set());
}

function without(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, keys));
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
  return new Map(
    Object.entries(value)
      .filter(([key]) => !keys.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, without(inner, keys)]),
  );
}
