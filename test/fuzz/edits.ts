/** Random changes as editors send them: letters, pastes, deletions, line breaks, undo, several in one. */
import type { Position } from 'vscode-languageserver-types';
import type { Change } from '../../server/src/core/json/text.js';
import { fragment, oddText } from './documents.js';
import type { Random } from './random.js';

export interface Edited {
  readonly text: string;
  readonly positionAt: (offset: number) => Position;
}

/** One change, sometimes with positions past the end of a line or the text, or with a reversed range. */
export function change(random: Random, { text, positionAt }: Edited): Change {
  const at = random.below(text.length + 1);
  const range = (start: number, end: number) => {
    const ends = { start: strange(random, positionAt(start)), end: strange(random, positionAt(end)) };
    return random.chance(0.02) ? { start: ends.end, end: ends.start } : ends;
  };
  switch (random.below(12)) {
    case 0:
      return { range: range(at, Math.min(text.length, at + 1 + random.below(3))), text: '' };
    case 1:
      return { range: range(at, Math.min(text.length, at + random.below(200))), text: '' };
    case 2:
      return {
        range: range(at, Math.min(text.length, at + random.below(6_000))),
        text: random.chance(0.5) ? '' : fragment(random),
      };
    case 3:
      return { range: range(at, at), text: fragment(random) + random.pick(['', ',', ',\n']) };
    case 4: {
      const from = random.below(text.length + 1);
      return { range: range(at, at), text: text.slice(from, from + random.below(3_000)) };
    }
    case 5:
      return { range: range(at, at), text: random.pick(['\n', '\r\n', '\r', '\n  ']) };
    case 6: {
      // Where it hurts: at a bracket, a quote or a comma.
      const place = text.slice(at).search(/[{}[\]",:]/);
      const start = place === -1 ? at : at + place;
      return { range: range(start, Math.min(text.length, start + 1)), text: random.chance(0.5) ? '' : oddText(random) };
    }
    case 7:
      return { range: range(at, at), text: oddText(random) };
    default:
      return { range: range(at, at), text: random.pick(['a', 'b', '0', '1', ' ', 'x', '_', 'ü', '"', '"']) };
  }
}

/** Moves an item or a part of one, like drag and drop. @param edited the current text */
export function* move(random: Random, edited: () => Edited): Generator<Change> {
  const from = edited();
  const start = from.text.indexOf('{', random.below(from.text.length + 1));
  const end = from.text.indexOf('},', start + random.below(300)) + 2;
  if (start === -1 || end <= start || end - start > 3_000) return;
  yield { range: { start: from.positionAt(start), end: from.positionAt(end) }, text: '' };
  const to = edited();
  const place = to.text.indexOf('{', random.below(to.text.length + 1));
  const position = to.positionAt(place === -1 ? to.text.length : place);
  yield { range: { start: position, end: position }, text: from.text.slice(start, end) };
}

function strange(random: Random, { line, character }: Position): Position {
  if (!random.chance(0.01)) return { line, character };
  return random.pick([
    { line, character: character + 10_000 },
    { line: line + 10_000, character },
    { line, character: 2 ** 31 - 1 },
    { line: 2 ** 31 - 1, character: 0 },
  ]);
}
