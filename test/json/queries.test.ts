/** Tests the way from a path to its place and back. `|` is the cursor, and `‹ ›` enclose the place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNode, Path, Span } from '../../server/src/core/json/nodes.js';
import { parse } from '../../server/src/core/json/document.js';
import { nodeAt, pathOfPointer, placeAt, propertyNamed, spanAt } from '../../server/src/core/json/queries.js';
import { anyTexts, jsonTexts, typedTexts } from '../support/jsonTexts.js';
import { rounds } from '../support/rounds.js';

function marked(text: string, { start, end }: Span): string {
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

function placed(before: string) {
  const offset = before.indexOf('|');
  const text = before.replace('|', '');
  const { path, at, span } = placeAt(parse(text), offset);
  return [path, at, marked(text, span)] as const;
}

describe('the last item of an unclosed list', () => {
  it.each([0, 300, 1_500])('is found at the end of the text after %i other items', (before) => {
    const text = `[${'"item",'.repeat(before)}"last`;
    const { path, at, span } = placeAt(parse(text), text.length);
    expect([path, at, marked(text, span).slice(-7)]).toEqual([[before], 'value', '‹"last›']);
  });
});

describe('a part of a list', () => {
  const text = JSON.stringify(
    Array.from({ length: 900 }, (_each, index) => ({ name: 'x'.repeat(index % 40), list: [index, [index]] })),
    null,
    1,
  );

  it('contains the items at its offsets', () => {
    const { root } = parse(text);
    if (root?.kind !== 'array') throw new Error('No list.');
    root.items.forEach(({ start, end }, index) => {
      const itemsAt = (offset: number) => root.itemsIn({ start: offset, end: offset }).map((item) => item.index);
      expect([start, start + 1, end].map(itemsAt)).toEqual([[index], [index], [index]]);
      expect(itemsAt(end + 1)).toEqual([]);
    });
  });
});

describe('the place at the cursor', () => {
  for (const [before, path, at, after] of [
    ['{ |"a": 1 }', ['a'], 'key', '{ ‹"a"›: 1 }'],
    ['{ "a"|: 1 }', ['a'], 'key', '{ ‹"a"›: 1 }'],
    ['{ "a":| 1 }', ['a'], 'gap', '{ ‹"a": 1› }'],
    ['{ "a": |1 }', ['a'], 'value', '{ "a": ‹1› }'],
    ['{ "a": 1| }', ['a'], 'value', '{ "a": ‹1› }'],
    ['{ "a": 1 |}', [], 'gap', '‹{ "a": 1 }›'],
    ['{ "a": [1, |2] }', ['a', 1], 'value', '{ "a": [1, ‹2›] }'],
    ['{ "a": [1,| 2] }', ['a'], 'gap', '{ "a": ‹[1, 2]› }'],
    ['{ "a": [|] }', ['a'], 'gap', '{ "a": ‹[]› }'],
    ['{ "a": { "b": tr|ue } }', ['a', 'b'], 'value', '{ "a": { "b": ‹true› } }'],
    ['{ "a": 1, "a": |2 }', ['a'], 'value', '{ "a": 1, "a": ‹2› }'],
    ['{ "a": |1, "a": 2 }', ['a'], 'value', '{ "a": ‹1›, "a": 2 }'],
    ['{ "__proto__": { "b": |1 } }', ['__proto__', 'b'], 'value', '{ "__proto__": { "b": ‹1› } }'],
    ['|[]', [], 'gap', '‹[]›'],
    ['|1', [], 'value', '‹1›'],
    ['|', [], 'gap', '‹›'],
    ['{ "a|', ['a'], 'key', '{ ‹"a›'],
    ['{ "a": |', [], 'gap', '‹{ "a": ›'],
    ['{ a|b', ['ab'], 'key', '{ ‹ab›'],
  ] as const) {
    it(`in ${before} is ${after}`, () => {
      expect(placed(before)).toEqual([path, at, after]);
    });
  }

  it('is inside the text and, except in gaps, contains the cursor', () => {
    fc.assert(
      fc.property(fc.oneof(anyTexts, typedTexts), fc.nat(), (text, place) => {
        const offset = place % (text.length + 1);
        const { span, at } = placeAt(parse(text), offset);
        expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true);
        if (at !== 'gap') expect(span.start <= offset && offset <= span.end).toBe(true);
      }),
      { numRuns: rounds(3_000) },
    );
  });

  it('has a path that leads to its value, unless a key is duplicated', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), (text, place) => {
        const document = parse(text);
        const { path, at, span } = placeAt(document, place % (text.length + 1));
        if (at !== 'value' || hasDuplicates(document.root, path)) return;
        expect(nodeAt(document, path)).toMatchObject({ start: span.start, end: span.end });
      }),
      { numRuns: rounds(3_000) },
    );
  });
});

describe('a path leads to', () => {
  const text = '{ "a": [1, { "b": true }], "a": [2, { "b": false, "c" }], "d": "x" }';
  const at = (path: Path, which: 'key' | 'value') => marked(text, spanAt(parse(text), path, which));

  it('the last value of a duplicate key', () => {
    expect(at(['a', 0], 'value')).toBe(text.replace('[2', '[‹2›'));
    expect(at(['a', 1, 'b'], 'value')).toBe(text.replace('false', '‹false›'));
  });

  it('the key if the key is requested', () => {
    expect(at(['a', 1, 'b'], 'key')).toBe(text.replace('"b": false', '‹"b"›: false'));
    expect(at(['d'], 'key')).toBe(text.replace('"d"', '‹"d"›'));
  });

  it('an item itself if its key is requested, because items have no key', () => {
    expect(at(['a', 0], 'key')).toBe(text.replace('[2', '[‹2›'));
  });

  it('the key if the value is missing', () => {
    expect(at(['a', 1, 'c'], 'value')).toBe(text.replace('"c"', '‹"c"›'));
  });

  it('the nearest enclosing value if the value is missing', () => {
    expect(at(['a', 0, 'q', 7], 'value')).toBe(text.replace('[2', '[‹2›'));
    expect(at(['q', 'r'], 'key')).toBe(`‹${text}›`);
    expect(at(['d', 0], 'value')).toBe(text.replace('"x"', '‹"x"›'));
    expect(at([0], 'value')).toBe(`‹${text}›`);
    expect(at([], 'key')).toBe(`‹${text}›`);
  });

  it('the whole text if the text has no value', () => {
    expect(spanAt(parse('  '), ['a'], 'value')).toEqual({ start: 0, end: 2 });
  });

  it('nothing that JavaScript objects inherit', () => {
    const document = parse('{ "a": [1] }');
    for (const path of [['constructor'], ['__proto__'], ['a', 'length'], ['a', -1], ['a', 0.5], ['toString', 'name']]) {
      expect(nodeAt(document, path)).toBeUndefined();
    }
    expect(propertyNamed(document.root, 'hasOwnProperty')).toBeUndefined();
  });
});

describe('a pointer leads to', () => {
  for (const [text, pointer, path] of [
    ['{}', '', []],
    ['{ "a": [{ "0": 1 }] }', '/a/0/0', ['a', 0, '0']],
    ['{ "a/b": { "~": { "~1": 1 } } }', '/a~1b/~0/~01', ['a/b', '~', '~1']],
    ['{ "": { "": 1 } }', '//', ['', '']],
    ['{ "__proto__": { "a": 1 } }', '/__proto__/a', ['__proto__', 'a']],
  ] as const) {
    it(`${JSON.stringify(path)} by ${pointer === '' ? 'an empty pointer' : pointer}`, () => {
      expect(pathOfPointer(parse(text), pointer)).toEqual(path);
    });
  }
});

describe('the items in a part of the text', () => {
  it('are all items of the list that overlap that part, even in incomplete text', () => {
    const lists = fc
      .tuple(fc.array(fc.oneof(jsonTexts, typedTexts, anyTexts), { maxLength: 8 }), fc.integer({ min: 1, max: 60 }))
      .map(([items, times]) => `{ "a": [${Array.from({ length: times }, () => items.join(',\n')).join(',')}] }`);
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat({ max: 400 }), (text, place, length) => {
        const list = nodeAt(parse(text), ['a']);
        if (list?.kind !== 'array') return;
        const start = place % (text.length + 1);
        const end = start + length;
        const expected = list.items.flatMap((node, index) =>
          node.end >= start && node.start <= end ? [{ index, start: node.start, end: node.end }] : [],
        );
        const found = list.itemsIn({ start, end });
        expect(found.map(({ index, node }) => ({ index, start: node.start, end: node.end }))).toEqual(expected);
      }),
      { numRuns: rounds(500) },
    );
  });
});

function hasDuplicates(root: JsonNode | undefined, path: Path): boolean {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'array') node = node.items[Number(step)];
    else if (node?.kind === 'object') {
      const named = node.properties.filter(({ key }) => key.value === step);
      if (named.length > 1) return true;
      node = named[0]?.node;
    }
  }
  return false;
}
