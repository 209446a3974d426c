/** Many places at once are the same as one by one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from '../../server/src/document/document.js';
import { anyTexts, typedTexts } from '../support/jsonTexts.js';

function agrees(text: string, offsets: readonly number[]): void {
  const document = parse(text);
  const positionAt = document.positions();
  for (const offset of offsets) expect(positionAt(offset)).toEqual(document.positionAt(offset));
}

it.each([
  ['made up', anyTexts],
  ['typed', typedTexts],
])('in any text that is %s', (_name, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      agrees(
        text,
        Array.from({ length: text.length + 3 }, (_, offset) => offset - 1),
      );
    }),
  );
});

it.each(['\n', '\r\n', '\r', ' '])('in a text of many segments, with %j between items', (gap) => {
  const text = `[${Array.from({ length: 5_000 }, (_, index) => `${gap}{ "n": ${index} }`).join(',')}${gap}]`;
  agrees(
    text,
    Array.from({ length: 2_000 }, (_, index) => Math.floor((text.length * index) / 1_999)),
  );
});
