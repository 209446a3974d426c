/** Checks that an edited document equals a newly opened one: text, problems (byte for byte), outline, values and places. */
import { isDeepStrictEqual } from 'node:util';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from '../../server/src/core/json/document.js';
import { placeAt } from '../../server/src/core/json/queries.js';
import type { Change } from '../../server/src/core/json/text.js';
import { outline } from '../../server/src/core/features/layout/documentSymbol.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { targetingText } from './documents.js';
import type { Edited } from './edits.js';
import { change, move } from './edits.js';
import type { Random } from './random.js';

const targetingUri = 'file:///a/toggle.targeting.json';
const configUri = 'file:///a/targeting.config.json';

const services = [
  { project: 'P', returnType: 'number', segments: new Set(['a']), hasToggle: (key: string) => key.length > 3 },
];
const beside = { otherToggles: () => undefined, services: () => services };

/** @throws an error with the text before and the changes, if the two differ */
export function typeInto(random: Random, edits: number): void {
  const uri = random.chance(0.9) ? targetingUri : configUri;
  const start = targetingText(random, random.pick([0, 300, 3_000, 12_000]));
  let oracle = TextDocument.create(uri, 'json', 0, start);
  let document = OpenDocument.open(uri, 'json', 0, start, beside);
  const texts = [start];
  for (let edit = 0; edit < edits;) {
    const before = oracle.getText();
    const count = random.chance(0.1) ? 1 + random.below(8) : 1;
    const changes: Change[] = [];
    const make = (next: Change) => {
      changes.push(next);
      // A new document each time: the old one has wrong lines after a line feed is inserted after a carriage return.
      oracle = TextDocument.create(uri, 'json', edit, TextDocument.update(oracle, [next], edit).getText());
    };
    for (let index = 0; index < count; index += 1) make(nextChange(random, oracle, texts));
    if (random.chance(0.05)) for (const next of move(random, () => editedOf(oracle))) make(next);
    document = document.changed(changes, edit);
    // Sometimes, nobody asks in between.
    if (random.chance(0.9)) compare(document, oracle, random, before, changes);
    edit += count;
    if (random.chance(0.1)) texts.push(oracle.getText());
    if (oracle.getText().length > 40_000) {
      const text = targetingText(random, 300);
      oracle = TextDocument.create(uri, 'json', 0, text);
      document = document.changed([{ text }], edit);
    }
  }
}

function nextChange(random: Random, oracle: TextDocument, texts: readonly string[]): Change {
  // Undo in an editor that sends the whole text.
  if (random.chance(0.01)) return { text: random.pick(texts) };
  return change(random, editedOf(oracle));
}

function editedOf(oracle: TextDocument): Edited {
  return { text: oracle.getText(), positionAt: (offset) => oracle.positionAt(offset) };
}

function compare(
  document: OpenDocument,
  oracle: TextDocument,
  random: Random,
  before: string,
  changes: readonly Change[],
): void {
  const text = oracle.getText();
  const fresh = OpenDocument.open(document.uri, 'json', 0, text, beside);
  const differs = (what: string, edited: unknown, opened: unknown) => {
    if (isDeepStrictEqual(edited, opened)) return;
    throw new Error(`${what} differ: ${JSON.stringify({ before, changes, edited, opened })}`);
  };
  differs('texts', document.json.text, text);
  if (JSON.stringify(document.problems) !== JSON.stringify(fresh.problems)) {
    differs('problems', document.problems, fresh.problems);
  }
  if (random.chance(0.5)) differs('outlines', outline(document.json), outline(fresh.json));
  if (!random.chance(0.05)) return;
  differs('values', document.json.root?.value, parse(text).root?.value);
  for (let count = 0; count < 5; count += 1) {
    const offset = random.below(text.length + 1);
    const position = oracle.positionAt(offset);
    differs('positions', document.json.positionAt(offset), position);
    differs('offsets', document.json.offsetAt(position), oracle.offsetAt(position));
    const [here, there] = [placeAt(document.json, offset), placeAt(fresh.json, offset)];
    differs(
      'places',
      [here.path, here.at, here.span.start, here.span.end],
      [there.path, there.at, there.span.start, there.span.end],
    );
  }
}
