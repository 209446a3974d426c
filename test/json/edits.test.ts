/** Tests what small edits of a text change, and that nothing else changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, removalOfProperty } from '../../server/src/core/json/edit/edits.js';
import type { Path } from '../../server/src/core/json/nodes.js';
import { parse } from '../../server/src/core/json/document.js';
import { objectTexts, typedTexts } from '../support/jsonTexts.js';
import { rounds } from '../support/rounds.js';

function without(text: string, path: Path): string | undefined {
  const edits = removalOfProperty(parse(text), path);
  return edits && applyEdits(text, edits);
}

describe('edits', () => {
  it('are applied at their positions in the original text, in any order', () => {
    const edits = [
      { start: 4, end: 5, newText: 'E' },
      { start: 0, end: 1, newText: '' },
      { start: 2, end: 2, newText: '--' },
    ];
    expect(applyEdits('abcdef', edits)).toBe('b--cdEf');
    expect(applyEdits('abcdef', edits.toReversed())).toBe('b--cdEf');
  });

  it('at the same position are applied in their order', () => {
    const at = { start: 1, end: 1 };
    expect(
      applyEdits('ab', [
        { ...at, newText: '1' },
        { ...at, newText: '2' },
      ]),
    ).toBe('a12b');
  });

  it('leave the text unchanged if the list of edits is empty', () => {
    expect(applyEdits('a\uFEFF\r\n', [])).toBe('a\uFEFF\r\n');
  });
});

describe('the removal of a property', () => {
  for (const [where, text, path, after] of [
    ['first', '{ "q": 1, "a": 2 }', ['q'], '{ "a": 2 }'],
    ['in the middle', '{ "a": 1, "q": 2, "b": 3 }', ['q'], '{ "a": 1, "b": 3 }'],
    ['last', '{ "a": 1, "q": { "r": [] } }', ['q'], '{ "a": 1 }'],
    ['alone', '{ "q": 1 }', ['q'], '{}'],
    ['inside', '[{ "a": { "q": 1, "b": 2 } }]', [0, 'a', 'q'], '[{ "a": { "b": 2 } }]'],
    ['twice, and takes the one that is read', '{ "q": 1, "a": 2, "q": 3 }', ['q'], '{ "q": 1, "a": 2 }'],
    ['without a value', '{ "a": 1, "q": }', ['q'], '{ "a": 1 }'],
    ['alone in an object that is not closed', '{ "q": 1', ['q'], '{'],
    ['before a comma that is too many', '{ "a": 1, "q": 2, }', ['q'], '{ "a": 1, }'],
  ] as const) {
    it(`works if the property is ${where}`, () => {
      expect(without(text, path)).toBe(after);
    });
  }

  it('is undefined if the object does not have that property', () => {
    expect(without('{ "a": 1 }', ['q'])).toBeUndefined();
    expect(without('{ "a": 1 }', ['a', 'q'])).toBeUndefined();
    expect(without('[1]', ['0'])).toBeUndefined();
    expect(without('', ['a'])).toBeUndefined();
    expect(without('{}', [])).toBeUndefined();
  });

  it('changes nothing else in any object', () => {
    fc.assert(
      fc.property(objectTexts, fc.nat(), (text, choice) => {
        const { root } = parse(text);
        const properties = root?.kind === 'object' ? root.properties : [];
        const key = properties[choice % Math.max(1, properties.length)]?.key.value;
        if (key === undefined) return;
        const last = properties.findLast((property) => property.key.value === key);
        const after = parse(without(text, [key]) ?? '');
        expect(after.syntaxProblems).toEqual([]);
        const left = after.root?.kind === 'object' ? after.root.properties : [];
        const sources = (list: typeof properties, source: string) =>
          list.map(({ start, end }) => source.slice(start, end));
        const kept = properties.filter((property) => property !== last);
        expect(sources(left, after.text)).toEqual(sources(kept, text));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('stays inside the text, even if the text is incomplete', () => {
    fc.assert(
      fc.property(typedTexts, (text) => {
        const document = parse(text);
        const properties = document.root?.kind === 'object' ? document.root.properties : [];
        for (const { key } of properties) {
          const edits = removalOfProperty(document, [key.value]) ?? [];
          expect(edits).not.toEqual([]);
          for (const { start, end } of edits) expect(0 <= start && start <= end && end <= text.length).toBe(true);
        }
      }),
      { numRuns: rounds(2_000) },
    );
  });
});
