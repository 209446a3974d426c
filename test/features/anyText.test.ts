/** Tests that every feature answers, with ranges inside the text, whatever the text is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Range, SelectionRange } from 'vscode-languageserver-types';
import { codeActions, fixAllKind } from '../../server/src/core/features/actions/fixes.js';
import { requiredByLens } from '../../server/src/core/features/codeLens.js';
import { completion } from '../../server/src/core/features/completion.js';
import { definition } from '../../server/src/core/features/names/definition.js';
import { documentHighlight } from '../../server/src/core/features/layout/documentHighlight.js';
import { documentSymbol } from '../../server/src/core/features/layout/documentSymbol.js';
import { foldingRange } from '../../server/src/core/features/layout/foldingRange.js';
import { hover } from '../../server/src/core/features/hover.js';
import { conflictActions } from '../../server/src/core/features/merge/conflictActions.js';
import { inlayHints } from '../../server/src/core/features/layout/inlayHints.js';
import type { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { commentOf, payload } from '../../server/src/core/features/payload.js';
import { refactorActions } from '../../server/src/core/features/actions/refactorActions.js';
import { references } from '../../server/src/core/features/names/references.js';
import { prepareRename, rename } from '../../server/src/core/features/names/rename.js';
import { selectionRange } from '../../server/src/core/features/layout/selectionRange.js';
import { noToggles, rangeAt, summaryOf } from '../../server/src/core/targeting/toggles.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { targetingText } from '../fuzz/documents.js';
import { random } from '../fuzz/random.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { configUri, editsApplied, shownIn } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { forAll } from '../support/forAll.js';
import { labelOf } from '../support/hints.js';
import { anyTexts, objectTexts, typedTexts } from '../support/jsonTexts.js';
import { FEW, rounds, spread } from '../support/rounds.js';

const clock = { now: 1_795_000_000_000, timeZone: 'Asia/Shanghai', locale: 'en-GB' };
const allHints = { select: true, split: true, index: true, objects: true };
const uris = ['file:///a/toggle.targeting.json', configUri];

it('features return ranges inside the text, for complete and truncated fixtures', () =>
  forAll(fixtures, ({ name, annotated }) => {
    const text = withoutAnnotations(annotated);
    check(open(text, fixtureUri(name)), spread(text.length + 1));
    for (const end of spread(text.length + 1)) check(open(text.slice(0, end), fixtureUri(name)), [0, end, end >> 1]);
  }));

const targeting = fc.nat().map((seed) => targetingText(random(seed), 300));
it.each([
  ['made-up text', anyTexts],
  ['typed text', typedTexts],
  ['any JSON object', objectTexts],
  ['targeting', targeting],
  ['broken targeting', fc.tuple(targeting, fc.nat()).map(([text, cut]) => broken(text, cut))],
])('features return ranges inside %s', (_name, texts) => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...uris), fc.array(fc.nat(), { minLength: 1 }), (text, uri, places) =>
      check(
        open(text, uri),
        places.map((place) => place % (text.length + 1)),
      ),
    ),
    { numRuns: rounds(1_000, FEW) },
  );
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');
const selecting = (variation: string) =>
  `{ "content": { "defaultServe": { "select": 0 }, "variations": [{ ${variation} }] } }`;

it.each(
  Object.entries({
    'a list 30,000 levels deep': nested(30_000),
    'objects 30,000 levels deep': `${'{"content":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    'an unknown property 30,000 levels deep': `{ "q": ${nested(30_000)} }`,
    'the selected value 30,000 levels deep': selecting(`"value": ${nested(30_000)}`),
    'a name 30,000 levels deep': selecting(`"name": ${nested(30_000)}`),
    'a key that is there 20,000 times': `{${many(20_000, () => '"comment":""')}}`,
    '10,000 unknown properties': `{${many(10_000, (index) => `"q${index}":1`)}}`,
    '5,000 rules': `{ "content": { "rules": [${many(5_000, () => '{"name":"a","serve":{"select":0}}')}], "variations": [{ "name": "x" }] } }`,
    '20,000 prerequisites': `{ "content": { "prerequisites": [${many(20_000, () => '{"key":"a","value":"b"}')}] } }`,
    '100,000 values that are sent as strings': `{ "content": { "rules": [{ "conditions": [{ "objects": [${many(100_000, () => '1')}] }] }] } }`,
    '20,000 variations': `{ "content": { "variations": [${many(20_000, (index) => `{"value":"${index}"}`)}], "defaultServe": { "select": 7 } } }`,
    'a key and a value of a megabyte': `{ "${'x'.repeat(1_000_000)}": 1, "comment": ${'1'.repeat(1_000_000)} }`,
    'a name of 180,000 characters': selecting(`"name": "${'x\\n'.repeat(60_000)}"`),
    'an open string of 200,000 characters': `{ "content": { "variations": [{ "name": "${'\\"'.repeat(100_000)}`,
  }),
)('features return short lines for %s', (_name, text) => {
  const document = open(text);
  const at = Math.max(text.lastIndexOf('"name": '), text.lastIndexOf('"select": '));
  check(document, [0, 1, text.length >> 1, text.length, text.indexOf('"select": ') + 10, at + 8]);
  const items = completion(document, document.json.positionAt(at + 10));
  const actions = codeActions(document, wholeOf(document), { diagnostics: [] });
  const words = [...document.problems.map(({ message }) => message), ...actions.map(({ title }) => title)];
  // Editors show these on one line, so they must be short and without line breaks.
  const lines = [...words, ...items.map(({ label }) => label)];
  expect(lines.filter((line) => line.length > 300 || line.includes('\n')).length).toBe(0);
});

function broken(text: string, cut: number): string {
  const at = cut % (text.length + 1);
  return text.slice(0, at) + text.slice(at + 1 + (cut % 5));
}

const wholeOf = ({ json }: OpenDocument) => ({ start: json.positionAt(0), end: json.positionAt(json.length) });

function check(document: OpenDocument, places: readonly number[]): void {
  checkDocument(document);
  const diagnostics = shownIn(document);
  for (const place of places) {
    const position = document.json.positionAt(place);
    const cursor = { start: position, end: position };
    checkNavigation(document, cursor);
    inside(document, cursor, hover(document, position, clock)?.range ?? cursor);
    for (const { textEdit } of completion(document, position)) {
      if (textEdit === undefined || !('range' in textEdit)) throw new Error('A completion without its own edit.');
      // LSP: the edit of a completion is on one line and includes the cursor.
      const { start, end } = textEdit.range;
      expect([start.line, end.line]).toEqual([position.line, position.line]);
      inside(document, cursor, textEdit.range);
    }
    for (const { edit } of codeActions(document, cursor, { diagnostics }))
      expect(Object.keys(edit?.changes ?? {})).toEqual([document.uri]);
    // Apart from ramp steps, the number of actions does not grow with the file.
    const actions = refactorActions(document, cursor, { only: undefined, asks: true, resolves: true });
    expect(actions.filter(({ title }) => !title.startsWith('Raise')).length).toBeLessThan(12);
  }
}

function checkNavigation(document: OpenDocument, cursor: Range): void {
  const position = cursor.start;
  for (const found of definition(document, position, { toggles: noToggles, links: true })) {
    if (!('targetUri' in found)) throw new Error('No link.');
    inside(document, found.targetRange);
    inside(document, found.targetSelectionRange, found.targetRange);
    inside(document, cursor, found.originSelectionRange ?? cursor);
  }
  const options = { toggles: noToggles, includeDeclaration: true };
  for (const { range } of references(document, position, options)) inside(document, range);
  for (const { range } of documentHighlight(document, position)) inside(document, range);
  const prepared = prepareRename(document, position);
  const edits = rename(document, position, 'a "new" name\n')?.changes?.[document.uri];
  expect(edits === undefined).toBe(prepared === undefined);
  if (prepared !== undefined) {
    // VS Code refuses a range that is not on the cursor's line.
    expect([prepared.range.start.line, prepared.range.end.line]).toEqual([position.line, position.line]);
    const [before = 0, after = 0] = [document.json.text, editsApplied(document.json.text, edits ?? [])].map(
      (text) => open(text).problems.filter(({ code }) => code === 'syntax').length,
    );
    expect(after).toBeLessThanOrEqual(before);
  }
  for (const found of selectionRange(document, [position]))
    for (let at: SelectionRange | undefined = found; at; at = at.parent) {
      inside(document, cursor, at.range);
      if (at.parent !== undefined) inside(document, at.range, at.parent.range);
    }
}

function checkDocument(document: OpenDocument): void {
  const { line: lines } = document.json.positionAt(document.json.length);
  expect(document.problems.filter(({ message }) => message === '' || /undefined|\[object/.test(message))).toEqual([]);
  for (const { range, related = [] } of document.problems)
    for (const each of [range, ...related.map((other) => other.range)]) inside(document, each);
  for (const { range } of requiredByLens(document, ['a'])) inside(document, range);
  for (const { startLine, endLine } of foldingRange(document))
    if (startLine >= endLine || endLine > lines) throw new Error(`${startLine} to ${endLine} of ${lines}`);
  for (const symbol of documentSymbol(document, { hierarchical: true })) {
    if (!('children' in symbol)) throw new Error('A flat symbol.');
    inside(document, symbol.range);
    inside(document, symbol.selectionRange, symbol.range);
    for (const child of symbol.children ?? []) {
      inside(document, child.range, symbol.range);
      inside(document, child.selectionRange, child.range);
    }
  }
  for (const hint of inlayHints(document, wholeOf(document), allHints)) {
    if (!/^[^\r\n]{1,41}$/.test(labelOf(hint))) throw new Error(labelOf(hint));
    inside(document, { start: hint.position, end: hint.position });
  }
  const { variations = [], rules = [], serves, prerequisites } = summaryOf(document.json);
  const required = prerequisites.flatMap(({ key, value = key }) => [key, value]);
  for (const { place } of [...variations, ...rules, ...serves, ...required].slice(0, 1_000))
    inside(document, rangeAt(place));
  codeActions(document, wholeOf(document), { diagnostics: shownIn(document), only: ['quickfix', fixAllKind] });
  conflictActions(document, wholeOf(document), { diagnostics: [] });
  payload(document.json);
  commentOf(document.json);
  parseConfig(document.json.text);
}

/** Compares by hand: so many calls of `expect` would take most of the time. */
function inside(document: OpenDocument, inner: Range, outer: Range = wholeOf(document)): void {
  const { json } = document;
  const [outerStart = 0, start = 0, end = 0, outerEnd = 0] = [outer.start, inner.start, inner.end, outer.end].map(
    (position) => json.offsetAt(position),
  );
  const isPlace = [inner.start, inner.end].every((position) => {
    const { line, character } = json.positionAt(json.offsetAt(position));
    return line === position.line && character === position.character;
  });
  if (!isPlace || outerStart > start || start > end || end > outerEnd)
    throw new Error(`${JSON.stringify(inner)} is not in ${JSON.stringify(outer)} of ${json.text.slice(0, 500)}`);
}
