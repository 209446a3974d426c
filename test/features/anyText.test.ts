/** Whatever the text is, every feature answers, and every answer lies inside the text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/config/config.js';
import type { Span } from '../../server/src/document/nodes.js';
import { codeActions, fixAllKind } from '../../server/src/features/codeActions.js';
import { completion } from '../../server/src/features/completion.js';
import { hover } from '../../server/src/features/hover.js';
import type { OpenDocument } from '../../server/src/features/openDocument.js';
import { commentOf, payload } from '../../server/src/features/payload.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { configUri, shownIn } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { anyTexts, objectTexts, typedTexts } from '../support/jsonTexts.js';

const targetingUri = 'file:///a/toggle.targeting.json';

describe('every feature answers inside the text', () => {
  for (const { name, annotated } of fixtures) {
    it(`for every beginning of ${name}`, () => {
      const text = withoutAnnotations(annotated);
      for (let end = 0; end <= text.length; end += 1) {
        const places = [0, end, Math.floor(end / 2), Math.floor((end * 3) / 4), end - 1];
        answers(open(text.slice(0, end), fixtureUri(name)), places);
      }
    });

    it(`at every place of ${name}`, () => {
      const text = withoutAnnotations(annotated);
      answers(open(text, fixtureUri(name)), [...text, ''].keys());
    });
  }

  for (const [name, texts] of [
    ['made-up text', anyTexts],
    ['typed text', typedTexts],
    ['any JSON object', objectTexts],
  ] as const) {
    for (const uri of [targetingUri, configUri]) {
      it(`for ${name} in ${uri.split('/').at(-1) ?? ''}`, () => {
        fc.assert(
          fc.property(texts, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (text, places) =>
            answers(
              open(text, uri),
              places.map((place) => place % (text.length + 1)),
            ),
          ),
          { numRuns: 1_000 },
        );
      });
    }
  }
});

describe('every feature answers for a document of a size that nobody expects', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const many = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, i) => item(i)).join(',');
  const documents: Readonly<Record<string, string>> = {
    'a list 100,000 levels deep': deep(100_000),
    'an unknown property 100,000 levels deep': `{ "q": ${deep(100_000)} }`,
    'objects 100,000 levels deep': `${'{"content":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'a value of a variation 100,000 levels deep': `{ "content": { "defaultServe": { "select": 7 }, "variations": [{ "value": ${deep(100_000)} }] } }`,
    'the selected value 100,000 levels deep': `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": ${deep(100_000)} }] } }`,
    'a key that stands 200,000 times': `{${many(200_000, () => '"comment":""')}}`,
    '200,000 unknown properties': `{${many(200_000, (index) => `"q${index}":1`)}}`,
    '200,000 values of the wrong type': `{ "content": { "rules": [${many(200_000, () => '1')}] } }`,
    '200,000 variations': `{ "content": { "variations": [${many(200_000, (index) => `{"value":"${index}"}`)}], "defaultServe": { "select": 200000 } } }`,
    'a message that would be long': `{ "${'x'.repeat(1_000_000)}": 1, "comment": ${'1'.repeat(1_000_000)} }`,
  };
  for (const [name, text] of Object.entries(documents)) {
    it(name, () => {
      const document = open(text);
      const select = text.indexOf('"select": ') + '"select": '.length;
      const range = { start: document.positionAt(select), end: document.positionAt(select) };
      for (const place of [0, 1, select, text.length >> 1, text.length]) hover(document, document.positionAt(place));
      for (const place of [0, 1, select]) completion(document, document.positionAt(place));
      codeActions(document, range, { diagnostics: [] });
      payload(document.json, 'why');
      const longest = document.problems.reduce((length, { message }) => Math.max(length, message.length), 0);
      expect(longest).toBeLessThan(400);
    }, 10_000);
  }
});

function answers(document: OpenDocument, places: Iterable<number>): void {
  const { text } = document.json;
  const inside = ({ start, end }: Span) => start >= 0 && start <= end && end <= text.length;
  const spans = document.problems.flatMap(({ related, ...problem }) => [problem, ...related]);
  expect(spans.filter((span) => !inside(span))).toEqual([]);
  const shown = shownIn(document);
  expect(shown.filter(({ message }) => message === '')).toEqual([]);
  expect(document.problems.map(({ message }) => message).filter((words) => /undefined|\[object/.test(words))).toEqual(
    text.includes('undefined') || text.includes('[object') ? expect.anything() : [],
  );
  for (const place of places) {
    const position = document.positionAt(Math.max(0, place));
    const range = { start: position, end: position };
    const hovered = hover(document, position)?.range;
    if (hovered !== undefined) {
      expect(document.offsetAt(hovered.start)).toBeLessThanOrEqual(Math.max(0, place));
      expect(document.offsetAt(hovered.end)).toBeGreaterThanOrEqual(Math.max(0, place));
    }
    for (const { textEdit } of completion(document, position)) {
      if (textEdit === undefined || !('range' in textEdit)) throw new Error('A completion without its own edit.');
      // LSP: the edit of a completion is on one line and includes the cursor.
      expect(textEdit.range.start.line).toBe(textEdit.range.end.line);
      expect(document.offsetAt(textEdit.range.start)).toBeLessThanOrEqual(Math.max(0, place));
      expect(document.offsetAt(textEdit.range.end)).toBeGreaterThanOrEqual(Math.max(0, place));
    }
    for (const { edit } of codeActions(document, range, { diagnostics: shown })) {
      expect(Object.keys(edit?.changes ?? {})).toEqual([document.uri]);
    }
  }
  const whole = { start: document.positionAt(0), end: document.positionAt(text.length) };
  codeActions(document, whole, { diagnostics: shown, only: ['quickfix', fixAllKind] });
  payload(document.json, 'why');
  commentOf(document.json);
  parseConfig(text);
}
