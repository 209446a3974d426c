/** Tests that every navigation request is answered with places inside the text, whatever the text is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Range, SelectionRange } from 'vscode-languageserver-types';
import { codeLens } from '../../server/src/core/features/codeLens.js';
import { definition } from '../../server/src/core/features/definition.js';
import { documentHighlight } from '../../server/src/core/features/documentHighlight.js';
import { documentSymbol } from '../../server/src/core/features/documentSymbol.js';
import { foldingRange } from '../../server/src/core/features/foldingRange.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { references } from '../../server/src/core/features/references.js';
import { prepareRename, rename } from '../../server/src/core/features/rename.js';
import { selectionRange } from '../../server/src/core/features/selectionRange.js';
import { noToggles, rangeAt, summaryOf } from '../../server/src/core/targeting/toggles.js';
import { random } from '../fuzz/random.js';
import { targetingText } from '../fuzz/documents.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { editsApplied } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { anyTexts, typedTexts } from '../support/jsonTexts.js';
import { forAll } from '../support/forAll.js';
import { FEW, rounds, spread } from '../support/rounds.js';

describe('every answer lies inside the text', () => {
  it('at every place of a fixture, and for every beginning of it', () =>
    forAll(fixtures, ({ name, annotated }) => {
      const text = withoutAnnotations(annotated);
      const whole = open(text, fixtureUri(name));
      checkDocument(whole);
      for (const end of spread(text.length + 1)) {
        checkPlace(whole, end);
        const beginning = open(text.slice(0, end), fixtureUri(name));
        checkDocument(beginning);
        checkPlace(beginning, end);
        checkPlace(beginning, end >> 1);
      }
    }));

  it.each([
    ['made-up text', anyTexts],
    ['typed text', typedTexts],
    ['targeting', fc.nat().map((seed) => targetingText(random(seed), 300))],
    [
      'broken targeting',
      fc.tuple(fc.nat(), fc.nat()).map(([seed, cut]) => broken(targetingText(random(seed), 300), cut)),
    ],
  ])('for %s', (_name, texts) => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (text, places) => {
        const document = open(text);
        checkDocument(document);
        for (const place of places) checkPlace(document, place % (text.length + 1));
      }),
      { numRuns: rounds(200, FEW) },
    );
  });
});

describe('every navigation request is answered for a huge or deeply nested document', () => {
  const many = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index)).join(',');
  const documents: Readonly<Record<string, string>> = {
    'lists 100,000 deep': '['.repeat(100_000) + ']'.repeat(100_000),
    'objects 100,000 deep': `${'{"content":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'a name 100,000 deep': `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "name": ${'['.repeat(100_000)}${']'.repeat(100_000)} }] } }`,
    'a value of a megabyte': `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "name": "${'\\n'.repeat(500_000)}" }] } }`,
    'an unclosed string of a megabyte': `{ "content": { "variations": [{ "name": "${'\\"'.repeat(500_000)}`,
    '20,000 variations': `{ "content": { "variations": [${many(20_000, (i) => `{"value":"${i}"}`)}], "defaultServe": { "select": 7 } } }`,
    '10,000 rules': `{ "content": { "rules": [${many(10_000, () => '{"name":"a","serve":{"select":0}}')}], "variations": [{ "name": "x" }] } }`,
    '20,000 prerequisites': `{ "content": { "prerequisites": [${many(20_000, () => '{"key":"a","value":"b"}')}] } }`,
  };
  for (const [name, text] of Object.entries(documents)) {
    it(
      name,
      () => {
        const document = open(text);
        const last = Math.max(text.lastIndexOf('"name": '), text.lastIndexOf('"select": '));
        const end = text.length;
        for (const place of [0, end >> 1, end, text.indexOf('"select": ') + 10, last + 8]) checkPlace(document, place);
        checkDocument(document);
      },
      60_000,
    );
  }
});

function broken(text: string, cut: number): string {
  const at = cut % (text.length + 1);
  return text.slice(0, at) + text.slice(at + 1 + (cut % 5));
}

function checkPlace(document: OpenDocument, place: number): void {
  const position = document.json.positionAt(place);
  const { text } = document.json;
  const options = { toggles: noToggles, includeDeclaration: true };
  for (const found of definition(document, position, { toggles: noToggles, links: true })) {
    if (!('targetUri' in found)) throw new Error('No link.');
    const { originSelectionRange, targetRange, targetSelectionRange } = found;
    expectInDocument(document, targetRange);
    expectInside(document, targetSelectionRange, targetRange);
    if (originSelectionRange !== undefined)
      expectInside(document, { start: position, end: position }, originSelectionRange);
  }
  for (const { range } of references(document, position, options)) expectInDocument(document, range);
  for (const { range } of documentHighlight(document, position)) expectInDocument(document, range);
  const prepared = prepareRename(document, position);
  const edits = rename(document, position, 'a "new" name\n')?.changes?.[document.uri];
  expect(edits === undefined).toBe(prepared === undefined);
  if (prepared !== undefined) {
    // VS Code refuses a range that is not on the cursor's line.
    expect([prepared.range.start.line, prepared.range.end.line]).toEqual([position.line, position.line]);
    const before = open(text).problems.filter(({ code }) => code === 'syntax').length;
    const after = open(editsApplied(text, edits ?? [])).problems.filter(({ code }) => code === 'syntax').length;
    expect(after).toBeLessThanOrEqual(before);
  }
  for (const found of selectionRange(document, [position])) {
    for (let at: SelectionRange | undefined = found; at; at = at.parent) {
      expectInside(document, { start: position, end: position }, at.range);
      if (at.parent !== undefined) expectInside(document, at.range, at.parent.range);
    }
  }
}

function checkDocument(document: OpenDocument): void {
  const lines = document.json.positionAt(document.json.length).line;
  for (const { range } of codeLens(document)) expectInDocument(document, range);
  for (const { startLine, endLine } of foldingRange(document)) {
    expect(startLine).toBeLessThan(endLine);
    expect(endLine).toBeLessThanOrEqual(lines);
  }
  for (const symbol of documentSymbol(document, { hierarchical: true })) {
    if (!('children' in symbol)) throw new Error('A flat symbol.');
    expectInDocument(document, symbol.range);
    expectInside(document, symbol.selectionRange, symbol.range);
    for (const child of symbol.children ?? []) {
      expectInside(document, child.range, symbol.range);
      expectInside(document, child.selectionRange, child.range);
    }
  }
  const { variations = [], rules = [], serves, prerequisites } = summaryOf(document.json);
  const required = prerequisites.flatMap(({ key, value = key }) => [key, value]);
  for (const { place } of [...variations, ...rules, ...serves, ...required].slice(0, 1_000))
    expectInDocument(document, rangeAt(place));
}

function expectInDocument(document: OpenDocument, range: Range): void {
  expectInside(document, range, {
    start: { line: 0, character: 0 },
    end: document.json.positionAt(document.json.length),
  });
}

/** Compares by hand, since so many calls of `expect` would take most of the time. */
function expectInside(document: OpenDocument, inner: Range, outer: Range): void {
  const [outerStart, start, end, outerEnd] = [outer.start, inner.start, inner.end, outer.end].map((position) =>
    document.json.offsetAt(position),
  );
  if (outerStart === undefined || start === undefined || end === undefined || outerEnd === undefined) return;
  if (outerStart > start || start > end || end > outerEnd) {
    throw new Error(
      `${JSON.stringify(inner)} is not in ${JSON.stringify(outer)} of ${document.json.text.slice(0, 500)}`,
    );
  }
}
