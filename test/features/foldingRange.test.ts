/** Tests folding ranges; each is written as its first and last line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldingRange } from '../../server/src/core/features/layout/foldingRange.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { OpenDocument as Document } from '../../server/src/core/features/openDocument.js';
import { open } from '../support/annotated.js';
import { typedTexts } from '../support/jsonTexts.js';

const folds = (document: OpenDocument, limit?: number) =>
  foldingRange(document, limit).map(({ startLine, endLine }) => `${startLine}-${endLine}`);

describe('objects and lists are folded', () => {
  it.each([
    ['{\n"a": 1\n}', ['0-1']],
    ['{\n"a": 1 }', []],
    ['{\n}', []],
    ['{ "a": [\n1,\n2\n],\n"b": 1\n}', ['0-4']],
    ['{\n"a": [\n1\n]\n}', ['0-3', '1-2']],
    ['[{\n"a": 1\n}, {\n"b": 1\n}]', ['0-3', '2-3']],
    ['{\r\n"a": 1\r\n}', ['0-1']],
    ['{\n"a": [\n1\n', []],
    ['{\n"a": "{"\n}', ['0-1']],
    ['', []],
  ])('in %j', (text, expected) => expect(folds(open(text))).toEqual(expected));

  it('in a long file', () => {
    const rules = Array.from({ length: 3_000 }, () => '{\n"name": "a rule with a name"\n}').join(',');
    const ranges = foldingRange(open(`{ "content": {\n"rules": [\n${rules}\n]\n}\n}`));
    expect(ranges).toHaveLength(3_002);
    expect(ranges.slice(0, 3)).toEqual([
      { startLine: 0, endLine: 6004 },
      { startLine: 1, endLine: 6002 },
      { startLine: 2, endLine: 3 },
    ]);
    expect(ranges.at(-1)).toEqual({ startLine: 6000, endLine: 6001 });
  });

  it('from the longest range to the shortest, up to the limit of the client', () =>
    expect(folds(open('[[\n1\n],[\n1,\n1\n],\n{\n"a": 1\n}\n]'), 2)).toEqual(['0-8', '2-4']));

  it('after an edit as in a newly opened document', () =>
    fc.assert(
      fc.property(typedTexts, typedTexts, fc.nat(), (before, after, at) => {
        const text = `{\n${before}\n}`;
        const document = open(text);
        const position = document.json.positionAt(at % (text.length + 1));
        const changed = document.changed([{ range: { start: position, end: position }, text: after }], 2);
        expect(folds(changed)).toEqual(folds(Document.open('file:///a', 'json', 1, changed.json.text)));
      }),
    ));
});
