/** Tests that parse agrees with JSON.parse on every text, except that it accepts a byte order mark at the start. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNode, Span } from '../../server/src/core/json/nodes.js';
import type { JsonDocument } from '../../server/src/core/json/document.js';
import { parse } from '../../server/src/core/json/document.js';
import { anyTexts, jsonTexts, typedTexts } from '../support/jsonTexts.js';
import { withoutAnnotations } from '../support/annotated.js';
import { fixtures } from '../support/fixtures.js';
import { FEW, rounds, spread } from '../support/rounds.js';

const often = { numRuns: rounds(3_000, FEW) };

describe('a text that is JSON', () => {
  it('has the value that JSON.parse returns, and no problem', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const document = parse(text);
        expect(document.syntaxProblems).toEqual([]);
        expect(same(document.root?.value, JSON.parse(text))).toBe(true);
      }),
      often,
    );
  });

  it('has nodes with the values that JSON.parse returns for their text', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        for (const node of nodesIn(parse(text))) {
          expect(same(node.value, JSON.parse(text.slice(node.start, node.end)))).toBe(true);
        }
      }),
      often,
    );
  });

  it('has keys with the values that JSON.parse returns, and properties that span key and value', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        for (const node of nodesIn(parse(text))) {
          if (node.kind !== 'object') continue;
          for (const { start, end, key, node: value } of node.properties) {
            expect(JSON.parse(text.slice(key.start, key.end))).toBe(key.value);
            expect({ start, end }).toEqual({ start: key.start, end: value?.end });
          }
        }
      }),
      often,
    );
  });

  it('keeps all properties and items in order, including duplicate keys', () => {
    const { root } = parse('{ "a": 1, "__proto__": 2, "a": [3, 4], "__proto__": 5 }');
    const properties = root?.kind === 'object' ? root.properties : [];
    expect(properties.map(({ key }) => key.value)).toEqual(['a', '__proto__', 'a', '__proto__']);
    expect(properties.map(({ node }) => node?.value)).toEqual([1, 2, [3, 4], 5]);
    expect(Object.entries(root?.value ?? {})).toEqual([
      ['a', [3, 4]],
      ['__proto__', 5],
    ]);
  });

  it('does not change Object.prototype', () => {
    parse('{ "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } } }');
    expect({}).not.toHaveProperty('polluted');
  });

  it('may begin with a byte order mark', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const { root, syntaxProblems } = parse(`\uFEFF${text}`);
        expect(syntaxProblems).toEqual([]);
        expect(same(root?.value, JSON.parse(text))).toBe(true);
      }),
    );
    expect(parse('\uFEFF\uFEFF{}').syntaxProblems).not.toEqual([]);
    expect(parse('{}\uFEFF').syntaxProblems).not.toEqual([]);
    expect(parse(' \uFEFF{}').syntaxProblems).not.toEqual([]);
  });

  for (const [name, end] of [
    ['CR', '\r'],
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`may have lines that end in ${name}`, () => {
      const { root, syntaxProblems } = parse(['{', '"a": [', '1,', '2', ']', '}', ''].join(end));
      expect(syntaxProblems).toEqual([]);
      expect(root?.value).toEqual({ a: [1, 2] });
    });
  }

  it('may contain unpaired surrogates in its strings, both raw and escaped', () => {
    const text = '{ "\uD83D": "\uDE00", "\\ud83d": "\\ude00\\uD83D" }';
    expect(parse(text).syntaxProblems).toEqual([]);
    expect(parse(text).root?.value).toStrictEqual(JSON.parse(text));
  });

  it('may contain Unicode line separators in its strings', () => {
    expect(parse('"\u2028\u2029\u0085"').syntaxProblems).toEqual([]);
  });

  for (const text of ['-0', '1e400', '-1E-400', '0.1', '12345678901234567890', '1E+2', '0e0']) {
    it(`may be the number ${text}`, () => {
      expect(parse(text)).toMatchObject({ syntaxProblems: [], root: { value: JSON.parse(text) as number } });
    });
  }
});

describe('any text', () => {
  for (const [name, texts] of [
    ['made up', anyTexts],
    ['typed', typedTexts],
  ] as const) {
    it(`that is ${name} has a problem exactly if JSON.parse rejects it`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
          expect(parse(text).syntaxProblems.length > 0).toBe(!isJson(source));
        }),
        often,
      );
    });

    it(`that is ${name} has nodes and problems within the text, in order`, () => {
      fc.assert(
        fc.property(texts, (text) => expectInside(parse(text))),
        often,
      );
    });

    it(`that is ${name} has the values that JSON.parse returns for valid strings, numbers and words`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const document = parse(text);
          for (const node of nodesIn(document)) {
            const overlaps = ({ start, end }: Span) => start <= node.end && node.start <= end;
            // A container may be wrong inside without its own problem, if an earlier problem covers that.
            if (node.kind === 'invalid' || node.kind === 'object' || node.kind === 'array') continue;
            if (document.syntaxProblems.some(overlaps)) continue;
            expect(same(node.value, JSON.parse(text.slice(node.start, node.end)))).toBe(true);
          }
        }),
        often,
      );
    });
  }

  for (const { name, annotated } of fixtures) {
    it(`that is a part of ${name} has nodes and problems within the text`, () => {
      const text = withoutAnnotations(annotated);
      for (const at of spread(text.length + 1)) {
        const start = parse(text.slice(0, at));
        expectInside(start);
        expectInside(parse(text.slice(at)));
        expect(start.syntaxProblems.length > 0).toBe(!isJson(text.slice(0, at)));
      }
    });
  }

  for (const text of ['', ' ', '\r\n', '\uFEFF']) {
    it(`that is ${JSON.stringify(text)} has only the problem that it is empty`, () => {
      const { root, syntaxProblems } = parse(text);
      expect(root).toBeUndefined();
      expect(syntaxProblems).toEqual([{ kind: 'empty', start: 0, end: text.length }]);
    });
  }
});

describe('a huge or deeply nested text', () => {
  it('may be 100,000 levels deep', () => {
    const depth = 100_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const document = parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
      expect(document.syntaxProblems).toEqual([]);
      expect(depthOf(document)).toBe(depth);
    }
  });

  it('may be 100,000 levels deep and unclosed, or have unmatched closing brackets', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      '[{"a":'.repeat(50_000),
      `${'['.repeat(100_000)}}`,
      `${'{"a":['.repeat(50_000)}${'}'.repeat(50_000)}`,
      ']'.repeat(100_000),
      ','.repeat(100_000),
      '{'.repeat(100_000),
    ]) {
      expect(parse(text).syntaxProblems.length).toBeGreaterThan(0);
    }
  });

  for (const [name, text] of [
    ['a string', `"${'x'.repeat(1_000_000)}"`],
    ['a string of escapes', `"${'\\u0041'.repeat(170_000)}"`],
    ['a list', `[${'1,'.repeat(500_000)}1]`],
    ['an object', `{${Array.from({ length: 80_000 }, (_, index) => `"key${index}":1`).join(',')}}`],
    ['white space', `${' '.repeat(1_000_000)}1`],
  ] as const) {
    it(`may be a single line of a megabyte: ${name}`, () => {
      const document = parse(text);
      expect(document.syntaxProblems).toEqual([]);
      // Does not use toEqual, since a failure would print more than a log can hold.
      expect(JSON.stringify(document.root?.value) === JSON.stringify(JSON.parse(text))).toBe(true);
    });
  }

  for (const [name, text] of [
    ['in single quotes', `'${'x'.repeat(1_000_000)}'`],
    ['a string without an end', `"${'x'.repeat(1_000_000)}`],
    ['a comment', `/*${'x'.repeat(1_000_000)}`],
    ['comments', '/**/'.repeat(250_000)],
    ['a bare word', 'x'.repeat(1_000_000)],
    ['bad escapes', `"${'\\x'.repeat(500_000)}"`],
    ['quotes', `"`.repeat(1_000_000)],
    ['control characters', `"${'\u0001'.repeat(1_000_000)}"`],
  ] as const) {
    it(`may be a single line of a megabyte that is not JSON: ${name}`, () => {
      expect(parse(text).syntaxProblems.length).toBeGreaterThan(0);
    });
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Nodes of the tree, without recursion, since the tree may be deeper than the stack. */
function nodesIn({ root }: JsonDocument): JsonNode[] {
  const nodes: JsonNode[] = root === undefined ? [] : [root];
  for (const node of nodes) nodes.push(...childrenOf(node));
  return nodes;
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  return node.kind === 'object' ? node.properties.flatMap(({ node: value }) => value ?? []) : [];
}

function depthOf({ root }: JsonDocument): number {
  let depth = 0;
  let node = root;
  for (; node !== undefined; node = childrenOf(node)[0]) depth += 1;
  return depth - 1;
}

function expectInside(document: JsonDocument): void {
  const whole = { start: 0, end: document.text.length };
  expectWithin(document.syntaxProblems, whole);
  const starts = document.syntaxProblems.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  if (document.root !== undefined) expectWithin([document.root], whole);
  for (const node of nodesIn(document)) {
    expectWithin(childrenOf(node), node);
    if (node.kind !== 'object') continue;
    expectWithin(node.properties, node);
    for (const property of node.properties) {
      expectWithin([property.key], property);
      if (property.node !== undefined) expectWithin([property.node], property);
    }
  }
}

function expectWithin(spans: readonly Span[], around: Span): void {
  const outside = spans.filter(({ start, end }) => start < around.start || end < start || end > around.end);
  expect(outside).toEqual([]);
}

/** Compares prototypes, signs of zero, keys and their order; vitest's own comparison fails with a key `constructor`. */
function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b);
}
