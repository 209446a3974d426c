/** Prints a source line with carets below the marked part. In a long line, only text near this part is processed. */
import { widthOfSegment } from '../../core/features/layout/textWidth.js';
import type { ReportedPlace } from '../../core/protocol.js';

export interface CodeFrame {
  readonly source: string;
  readonly carets: string;
}

export function codeFrame(line: string, { start, end }: ReportedPlace, columns: number): CodeFrame {
  const first = Math.min(start.column - 1, line.length);
  const last = end.line > start.line ? line.length : Math.min(Math.max(first, end.column - 1), line.length);
  const room = Math.max(20, columns) - 2;
  const from = wholeCharacters(line, Math.max(0, first - enough * room));
  const to = wholeCharacters(line, Math.min(line.length, first + enough * room));
  const cells = cellsOf(line.slice(from, to));
  const marked = indicesOf(cells, first - from, last - from);
  const seen = around(cells, marked, room);
  const cutLeft = from > 0 || seen.first > 0 ? '…' : '';
  const cutRight = to < line.length || seen.last < cells.length ? '…' : '';
  const text = cells.slice(seen.first, seen.last).map((cell) => cell.text);
  const before = width(cells.slice(seen.first, marked.first)) + cutLeft.length;
  const below = width(cells.slice(marked.first, Math.min(marked.last, seen.last)));
  return {
    source: cutLeft + text.join('') + cutRight,
    carets: ' '.repeat(before) + '^'.repeat(Math.max(1, below)),
  };
}

/** The number of UTF-16 units to read per column, which is more than most characters have. */
const enough = 4;

/** A range of cells by index. The end is exclusive. */
interface Indices {
  readonly first: number;
  readonly last: number;
}

function wholeCharacters(line: string, at: number): number {
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && at > 0 ? at - 1 : at;
}

function indicesOf(cells: readonly Cell[], start: number, end: number): Indices {
  const first = cells.findIndex((cell) => cell.end > start);
  if (first === -1) return { first: cells.length, last: cells.length };
  const last = cells.findIndex((cell) => cell.start >= end);
  return { first, last: Math.max(first, last === -1 ? cells.length : last) };
}

/** The range to show: the start of the marked part, with as much context on both sides as fits. */
function around(cells: readonly Cell[], marked: Indices, room: number): Indices {
  let { first } = marked;
  let last = first;
  let rest = room;
  const take = (cell: Cell | undefined): boolean => {
    if (cell === undefined || cell.columns > rest) return false;
    rest -= cell.columns;
    return true;
  };
  while (last < marked.last && take(cells[last])) last += 1;
  for (let goesOn = true; goesOn;) {
    goesOn = false;
    if (take(cells[first - 1])) [first, goesOn] = [first - 1, true];
    if (take(cells[last])) [last, goesOn] = [last + 1, true];
  }
  return { first, last };
}

function width(cells: readonly Cell[]): number {
  return cells.reduce((columns, cell) => columns + cell.columns, 0);
}

interface Cell {
  /** The offset from the start of the line, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly columns: number;
}

function cellsOf(text: string): readonly Cell[] {
  if (/^[ -~]*$/.test(text)) {
    return text.split('').map((character, at) => ({ start: at, end: at + 1, text: character, columns: 1 }));
  }
  return Array.from(new Intl.Segmenter().segment(text), ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    ...shown(segment),
  }));
}

function shown(segment: string): Pick<Cell, 'text' | 'columns'> {
  if (segment === '\t') return { text: '  ', columns: 2 };
  if (unseen.test(segment)) return { text: '\uFFFD', columns: 1 };
  return { text: segment, columns: widthOfSegment(segment) };
}

/** Characters that have no width, move the cursor or reverse text. They belong to the character before them. */
const unseen = /^[\p{C}\p{M}\p{Zl}\p{Zp}]/u;
