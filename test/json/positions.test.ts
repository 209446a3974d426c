/** Tests that positions equal those of the library of other language servers. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from '../../server/src/core/json/document.js';
import { anyTexts, typedTexts } from '../support/jsonTexts.js';

function expectSamePositions(text: string, offsets: readonly number[]): void {
  const document = parse(text);
  const oracle = TextDocument.create('file:///a', 'json', 0, text);
  for (const offset of offsets) expect(document.positionAt(offset)).toEqual(oracle.positionAt(offset));
}

it.each([
  ['made up', anyTexts],
  ['typed', typedTexts],
])('positions computed together equal positions computed one by one in text that is %s', (_name, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expectSamePositions(
        text,
        Array.from({ length: text.length + 3 }, (_, offset) => offset - 1),
      );
    }),
  );
});

it.each(['\n', '\r\n', '\r', ' '])(
  'positions computed together equal single positions in text of many lines, with %j between items',
  (gap) => {
    const text = `[${Array.from({ length: 5_000 }, (_, index) => `${gap}{ "n": ${index} }`).join(',')}${gap}]`;
    expectSamePositions(
      text,
      Array.from({ length: 2_000 }, (_, index) => Math.floor((text.length * index) / 1_999)),
    );
  },
);
