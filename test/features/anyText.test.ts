/** Tests that every feature answers, and that every answer lies inside the text, whatever the text is. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from 'vscode-languageserver-types';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { codeActions, fixAllKind } from '../../server/src/core/features/codeActions.js';
import { completion } from '../../server/src/core/features/completion.js';
import { hover } from '../../server/src/core/features/hover.js';
import { inlayHints } from '../../server/src/core/features/inlayHints.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { commentOf, payload } from '../../server/src/core/features/payload.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { labelOf } from '../support/hints.js';
import { configUri, shownIn } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { anyTexts, objectTexts, typedTexts } from '../support/jsonTexts.js';
import { forAll } from '../support/forAll.js';
import { FEW, rounds, spread } from '../support/rounds.js';

const clock = { now: 1_795_000_000_000, timeZone: 'Asia/Shanghai', locale: 'en-GB' };
const allHints = { select: true, split: true, index: true, objects: true };
const targetingUri = 'file:///a/toggle.targeting.json';

describe('every feature answers inside the text', () => {
  it('for every beginning of a fixture, and a cursor at every place of it', () =>
    forAll(fixtures, ({ name, annotated }) => {
      const text = withoutAnnotations(annotated);
      for (const end of spread(text.length + 1)) {
        const places = [0, end, Math.floor(end / 2), Math.max(0, end - 1)];
        checkAnswers(open(text.slice(0, end), fixtureUri(name)), places);
      }
      checkAnswers(open(text, fixtureUri(name)), spread(text.length + 1));
    }));

  for (const [name, texts] of [
    ['made-up text', anyTexts],
    ['typed text', typedTexts],
    ['any JSON object', objectTexts],
  ] as const) {
    for (const uri of [targetingUri, configUri]) {
      it(`for ${name} in ${uri.split('/').at(-1) ?? ''}`, () => {
        fc.assert(
          fc.property(texts, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (text, places) =>
            checkAnswers(
              open(text, uri),
              places.map((place) => place % (text.length + 1)),
            ),
          ),
          { numRuns: rounds(1_000, FEW) },
        );
      });
    }
  }
});

describe('every feature answers for a huge or deeply nested document', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const many = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => item(i)).join(',');
  const documents: Readonly<Record<string, string>> = {
    'a list 100,000 levels deep': deep(100_000),
    'an unknown property 100,000 levels deep': `{ "q": ${deep(100_000)} }`,
    'objects 100,000 levels deep': `${'{"content":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'a value of a variation 100,000 levels deep': `{ "content": { "defaultServe": { "select": 7 }, "variations": [{ "value": ${deep(100_000)} }] } }`,
    'the selected value 100,000 levels deep': `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": ${deep(100_000)} }] } }`,
    'a key that stands 200,000 times': `{${many(200_000, () => '"comment":""')}}`,
    '50,000 unknown properties': `{${many(50_000, (index) => `"q${index}":1`)}}`,
    '10,000 values of the wrong type': `{ "content": { "rules": [${many(10_000, () => '1')}] } }`,
    '200,000 values that are sent as strings': `{ "content": { "rules": [{ "conditions": [{ "objects": [${many(200_000, () => '1')}] }] }] } }`,
    '200,000 variations': `{ "content": { "variations": [${many(200_000, (index) => `{"value":"${index}"}`)}], "defaultServe": { "select": 200000 } } }`,
    'a key and a value of a megabyte': `{ "${'x'.repeat(1_000_000)}": 1, "comment": ${'1'.repeat(1_000_000)} }`,
    'a variation with a long name of several lines': `{ "content": { "defaultServe": { "select": 1 }, "variations": [{ "name": "${'x\\n'.repeat(100_000)}" }] } }`,
  };
  for (const [name, text] of Object.entries(documents)) {
    it(
      name,
      () => {
        const document = open(text);
        const select = Math.max(0, text.indexOf('"select": ')) + '"select": '.length;
        const places = [0, 1, select, Math.floor(text.length / 2), text.length].map((at) =>
          document.json.positionAt(at),
        );
        const items = places.flatMap((place) => {
          hover(document, place, clock);
          return completion(document, place);
        });
        const whole = { start: document.json.positionAt(0), end: document.json.positionAt(text.length) };
        const actions = codeActions(document, whole, { diagnostics: [] });
        payload(document.json);
        const words = [
          ...document.problems.map(({ message }) => message),
          ...actions.map(({ title }) => title),
          ...items.map(({ label }) => label),
          ...inlayHints(document, whole, allHints).map(labelOf),
        ];
        // Every text that editors show on one line is short and has no line break.
        expect(words.filter((line) => line.length > 300 || line.includes('\n')).length).toBe(0);
      },
      30_000,
    );
  }
});

function checkAnswers(document: OpenDocument, places: Iterable<number>): void {
  const { text } = document.json;
  const isPlace = (position: Position) =>
    isDeepStrictEqual(document.json.positionAt(document.json.offsetAt(position)), { ...position });
  const ranges = document.problems.flatMap(({ range, related }) => [
    range,
    ...(related ?? []).map((other) => other.range),
  ]);
  expect(ranges.filter(({ start, end }) => !isPlace(start) || !isPlace(end))).toEqual([]);
  expect(ranges.filter(({ start, end }) => document.json.offsetAt(start) > document.json.offsetAt(end))).toEqual([]);
  const shown = shownIn(document);
  expect(shown.filter(({ message }) => message === '')).toEqual([]);
  expect(document.problems.filter(({ message }) => /undefined|\[object/.test(message))).toEqual([]);
  for (const place of places) {
    const position = document.json.positionAt(place);
    // The offset can differ from `place`, since no cursor stands between CR and LF.
    const offset = document.json.offsetAt(position);
    const range = { start: position, end: position };
    const hovered = hover(document, position, clock)?.range;
    if (hovered !== undefined) {
      expect(document.json.offsetAt(hovered.start)).toBeLessThanOrEqual(offset);
      expect(document.json.offsetAt(hovered.end)).toBeGreaterThanOrEqual(offset);
    }
    for (const { textEdit } of completion(document, position)) {
      if (textEdit === undefined || !('range' in textEdit)) throw new Error('A completion without its own edit.');
      // LSP: the edit of a completion is on one line and includes the cursor.
      expect(textEdit.range.start.line).toBe(textEdit.range.end.line);
      expect(document.json.offsetAt(textEdit.range.start)).toBeLessThanOrEqual(offset);
      expect(document.json.offsetAt(textEdit.range.end)).toBeGreaterThanOrEqual(offset);
    }
    for (const { edit } of codeActions(document, range, { diagnostics: shown })) {
      expect(Object.keys(edit?.changes ?? {})).toEqual([document.uri]);
    }
  }
  const whole = { start: document.json.positionAt(0), end: document.json.positionAt(text.length) };
  for (const hint of inlayHints(document, whole, allHints)) {
    expect(labelOf(hint)).toMatch(/^[^\r\n]{1,41}$/);
    expect(isPlace(hint.position)).toBe(true);
  }
  codeActions(document, whole, { diagnostics: shown, only: ['quickfix', fixAllKind] });
  payload(document.json);
  commentOf(document.json);
  parseConfig(text);
}
