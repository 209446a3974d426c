/** Tests that offsets have the positions that the library of other language servers gives them. */
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
])('positions at once equal those one by one in any text that is %s', (_name, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expectSamePositions(
        text,
        Array.from({ length: text.length + 3 }, (_, offset) => offset - 1),
      );
    }),
  );
});

it.each(['{} x', '{} xy'])(
  'positions are right behind %j, where the parser gives up and the text is cut between CR and LF',
  (start) => {
    const text = start + '\r\n'.repeat(10_000);
    const end = { line: 10_000, character: 0 };
    expect(parse(text).positionAt(text.length)).toEqual(end);
    expect(parse(text).edited([{ range: { start: end, end }, text: 'end' }]).text).toBe(`${text}end`);
  },
);

it('positions are right where the parser gives up and an edit puts a line feed behind a carriage return', () => {
  const text = `{} x${'\r'.repeat(10_000)}`;
  for (let line = 4_080; line < 4_110; line += 1) {
    const at = { line, character: 0 };
    const end = { line: 10_000, character: 0 };
    const edited = parse(text).edited([
      { range: { start: at, end: at }, text: '\n' },
      { range: { start: end, end }, text: 'end' },
    ]);
    expect(edited.text).toBe(`{} x${'\r'.repeat(line)}\n${'\r'.repeat(10_000 - line)}end`);
  }
});

it.each(['\n', '\r\n', '\r', ' '])(
  'positions at once equal those one by one in a text of many chunks, with %j between items',
  (gap) => {
    const text = `[${Array.from({ length: 5_000 }, (_, index) => `${gap}{ "n": ${index} }`).join(',')}${gap}]`;
    expectSamePositions(
      text,
      Array.from({ length: 2_000 }, (_, index) => Math.floor((text.length * index) / 1_999)),
    );
  },
);
