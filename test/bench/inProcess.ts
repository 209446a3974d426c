/** What edits cost without LSP, as parts of JSON.parse of the same text. */
import type { Change } from '../../server/src/document/text.js';
import { OpenDocument } from '../../server/src/features/openDocument.js';
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
  const parse = median(times(rounds, () => void JSON.parse(text)));
  const open = median(times(rounds, () => OpenDocument.open(uri, 'json', 1, text).problems));
  const letter = edited(text, [{ at: place, remove: '', insert: 'x' }], rounds * 20);
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
  const worst = Math.max(...worstEdits(text).map((edit) => edited(text, [edit], rounds)));
  const part = (time: number) => number(time / parse);
  const letterPart = `1/${Math.round(parse / letter)}`;
  return [
    sizeName(size),
    name,
    number(parse),
    part(open),
    letterPart,
    number(letter * 1_000),
    part(variations),
    part(twenty),
    part(worst),
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

/** The median time of making the edits and of undoing them, whichever is longer. */
function edited(text: string, edits: readonly Edit[], rounds: number): number {
  let document = OpenDocument.open(uri, 'json', 1, text);
  look(document);
  const there = edits.map((edit) => changeIn(document, edit.at, edit.remove, edit.insert));
  document = document.changed(there, 2);
  look(document);
  // Undone in the opposite order, so that the places are those of the edited text.
  const back = edits
    .map(({ at, remove, insert }, index) => ({ at: at + shiftBefore(edits, index), remove: insert, insert: remove }))
    .map(({ at, remove, insert }) => changeIn(document, at, remove, insert));
  const measured: [number[], number[]] = [[], []];
  // As often as letters are typed before they are counted over LSP, unless it takes too long.
  const warmUntil = performance.now() + mostWarmUp;
  let warmUp = 250;
  for (let round = 0; round < warmUp + rounds * 2; round += 1) {
    const start = performance.now();
    document = document.changed(round % 2 === 0 ? back : there, round);
    look(document);
    const end = performance.now();
    if (round >= warmUp) measured[round % 2]?.push(end - start);
    else if (end > warmUntil && round % 2 === 1) warmUp = round + 1;
  }
  if (
    document.json.text.length !==
    text.length + edits.reduce((sum, { insert, remove }) => sum + insert.length - remove.length, 0)
  )
    throw new Error('The edits did not undo each other.');
  return Math.max(...measured.map(median));
}

function shiftBefore(edits: readonly Edit[], index: number): number {
  const { at = 0 } = edits[index] ?? {};
  return edits
    .filter((edit, other) => other !== index && edit.at < at)
    .reduce((sum, { insert, remove }) => sum + insert.length - remove.length, 0);
}

function changeIn(document: OpenDocument, at: number, remove: string, insert: string): Change {
  return { range: { start: document.positionAt(at), end: document.positionAt(at + remove.length) }, text: insert };
}

function times(rounds: number, work: () => unknown): number[] {
  return Array.from({ length: rounds + 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).slice(5);
}

/** Problems are looked for when somebody asks. */
function look({ problems }: OpenDocument): number {
  return problems.length;
}

const uri = 'file:///bench/toggle.targeting.json';
