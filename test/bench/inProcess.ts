/** What edits cost without LSP, as parts of JSON.parse of the same text. */
import type { Change } from '../../server/src/core/json/text.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { median, number, table } from './figures.js';
import { sizeName } from './keystrokes.js';
import type { ShapeName } from './shapes.js';
import { shape, shapeNames } from './shapes.js';

/** Edits and what undoes them: their places as offsets in the text, the text removed and put in. */
interface Edit {
  readonly at: number;
  readonly remove: string;
  readonly insert: string;
}

export function inProcess(sizes: readonly number[], rounds: number): string {
  const rows = sizes.flatMap((size) => shapeNames.map((name) => row(name, size, rounds)));
  return table(
    [
      'size',
      'shape',
      'JSON.parse, ms',
      'open',
      'letter',
      'letter, µs',
      'variations changed',
      'twenty edits',
      'worst edit',
    ],
    rows,
  );
}

function row(name: ShapeName, size: number, rounds: number): string[] {
  const { text, place } = shape(name, size);
  const open = median(times(rounds, () => OpenDocument.open(uri, 'json', 1, text).problems));
  const letter = edited(text, [{ at: place, remove: '', insert: 'x' }], rounds, 10);
  const listed = text.indexOf('[', text.lastIndexOf('"variations"')) + 1;
  const variations = edited(text, [{ at: listed, remove: '', insert: '{"value":"x"},' }], rounds);
  const inString = name === 'min' ? '":"' : name === 'fat' ? '"user-' : '": "';
  const spread = Array.from(
    { length: 20 },
    (_, index) => text.indexOf(inString, Math.floor((text.length * index) / 21)) + inString.length,
  );
  const twenty = edited(
    text,
    spread.toReversed().map((at) => ({ at, remove: '', insert: 'x' })),
    rounds,
  );
  const worst = Math.max(...worstEdits(text).map((edit) => edited(text, [edit], rounds).part));
  return [
    sizeName(size),
    name,
    number(letter.parse),
    number(open / letter.parse),
    `1/${Math.round(1 / letter.part)}`,
    number(letter.time * 1_000),
    number(variations.part),
    number(twenty.part),
    number(worst),
  ];
}

const mostWarmUp = 200;

/** Those that change what all the rest of the text means. */
function worstEdits(text: string): Edit[] {
  const rules = text.indexOf('"rules"');
  const item = text.indexOf('{', rules);
  const quote = text.indexOf('"', item);
  return [
    { at: quote, remove: '"', insert: '' },
    { at: quote, remove: '', insert: '"' },
    { at: item, remove: '', insert: '{' },
    { at: item, remove: '{', insert: '' },
    { at: item, remove: '', insert: '[' },
    { at: text.indexOf('{', 1), remove: '{', insert: '' },
    { at: rules + 6, remove: 's', insert: '' },
    { at: item, remove: '', insert: '/*' },
    { at: text.indexOf('[', rules), remove: '[', insert: '' },
  ];
}

/** Medians, in milliseconds. */
interface Cost {
  /** Of making the edits and of undoing them, whichever is longer. */
  readonly time: number;
  readonly parse: number;
  /** Of the time to parse. */
  readonly part: number;
}

/** @param inRound how often the edits are made and undone between one JSON.parse and the next */
function edited(text: string, edits: readonly Edit[], rounds: number, inRound = 3): Cost {
  let document = OpenDocument.open(uri, 'json', 1, text);
  look(document);
  const there = edits.map((edit) => changeIn(document, edit.at, edit.remove, edit.insert));
  document = document.changed(there, 2);
  look(document);
  // Undone in the opposite order, so that the places are those of the edited text.
  const back = edits
    .map(({ at, remove, insert }, index) => ({ at: at + shiftBefore(edits, index), remove: insert, insert: remove }))
    .map(({ at, remove, insert }) => changeIn(document, at, remove, insert));
  const change = (changes: readonly Change[]) =>
    timeOf(() => {
      document = document.changed(changes, document.version + 1);
      look(document);
    });
  // As often as letters are typed before they are counted over LSP, unless it takes too long.
  const warmUntil = performance.now() + mostWarmUp;
  for (let warmUp = 0; warmUp < 125 && performance.now() < warmUntil; warmUp += 1) {
    change(back);
    change(there);
  }
  const [undoing, making, parsing]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    parsing.push(timeOf(() => void JSON.parse(text)));
    for (let again = 0; again < inRound; again += 1) {
      undoing.push(change(back));
      making.push(change(there));
    }
  }
  if (
    document.json.text.length !==
    text.length + edits.reduce((sum, { insert, remove }) => sum + insert.length - remove.length, 0)
  )
    throw new Error('The edits did not undo each other.');
  const [time, parse] = [Math.max(median(undoing), median(making)), median(parsing)];
  return { time, parse, part: time / parse };
}

function shiftBefore(edits: readonly Edit[], index: number): number {
  const { at = 0 } = edits[index] ?? {};
  return edits
    .filter((edit, other) => other !== index && edit.at < at)
    .reduce((sum, { insert, remove }) => sum + insert.length - remove.length, 0);
}

function changeIn(document: OpenDocument, at: number, remove: string, insert: string): Change {
  return {
    range: { start: document.json.positionAt(at), end: document.json.positionAt(at + remove.length) },
    text: insert,
  };
}

function times(rounds: number, work: () => void): number[] {
  return Array.from({ length: rounds + 5 }, () => timeOf(work)).slice(5);
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Problems are looked for when someone asks. */
function look({ problems }: OpenDocument): number {
  return problems.length;
}

const uri = 'file:///bench/toggle.targeting.json';
