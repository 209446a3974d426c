/**
 * Lines, characters and edits of a text that is kept in chunks. What is beyond the end of a line or of the text means that
 * end.
 */
import type { Position, Range } from 'vscode-languageserver-types';
import { countBefore } from './search.js';
import { Chunk } from './chunk.js';

export function sameRange(a: Range, b: Range): boolean {
  return samePosition(a.start, b.start) && samePosition(a.end, b.end);
}

export function samePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

export function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** LSP's TextDocumentContentChangeEvent; without a range, the text is the whole new one. */
export interface Change {
  readonly range?: Range | undefined;
  readonly text: string;
}

/** Replaces the touched chunks by one that waits to be read. */
export function replace(chunks: Chunk[], range: Change['range'] & {}, text: string): void {
  const start = placeOf(chunks, range.start);
  const isInsertion = samePosition(range.start, range.end);
  const [from, last] = inOrder(start, isInsertion ? start : placeOf(chunks, range.end));
  const first = placeOfChange(chunks, from);
  const head = chunks[first.index];
  const tail = chunks[last.index];
  const whole = (head?.text.slice(0, first.offset) ?? '') + text + (tail?.text.slice(last.offset) ?? '');
  const waiting = Chunk.waiting(whole, head?.openAtStart);
  // Most edits touch one chunk, and splice() takes its time.
  if (first.index === last.index && head !== undefined) chunks[first.index] = waiting;
  else chunks.splice(first.index, last.index - first.index + 1, waiting);
}

/**
 * A place at the start of a chunk moves to the end of the one before, unless that ends with a comma. Text that the reader has
 * given up is cut anywhere, perhaps after a carriage return, and a line feed that is typed there must join it.
 */
function placeOfChange(chunks: readonly Chunk[], place: Place): Place {
  const before = place.offset === 0 ? chunks[place.index - 1] : undefined;
  if (before === undefined || before.text.endsWith(',')) return place;
  return { index: place.index - 1, offset: before.length };
}

export function offsetAt(chunks: readonly Chunk[], position: Position): number {
  const { index, offset } = placeOf(chunks, position);
  let before = 0;
  for (let at = 0; at < index; at += 1) before += chunks[at]?.length ?? 0;
  return before + offset;
}

/** Where a chunk begins: its position, its offset in the text, and its index. */
export interface ChunkStart extends Position {
  readonly index: number;
  readonly offset: number;
}

export const textStart: ChunkStart = { index: 0, offset: 0, line: 0, character: 0 };

export function startsOf(chunks: readonly Chunk[]): readonly ChunkStart[] {
  let { offset, line, character } = textStart;
  return chunks.map((chunk, index) => {
    const start = { index, offset, line, character };
    const { length, lines, lineStarts } = chunk;
    character = lines === 0 ? character + length : length - (lineStarts.at(-1) ?? 0);
    line += lines;
    offset += length;
    return start;
  });
}

/** @param starts of the chunks */
export function positionAt(chunks: readonly Chunk[], starts: readonly ChunkStart[], offset: number): Position {
  const from = starts[countBefore(starts, (start) => start.offset <= offset) - 1] ?? textStart;
  const chunk = chunks[from.index];
  if (chunk === undefined) return { line: 0, character: 0 };
  const at = Math.min(Math.max(0, offset - from.offset), chunk.length);
  const line = chunk.lineAt(at);
  // Between CR and LF there is no place for a cursor.
  const isBetween = chunk.text[at - 1] === '\r' && chunk.text[at] === '\n';
  // Of a minus zero, V8 would keep each position's number in an object of its own.
  const lineStart = line === 0 ? 0 - from.character : (chunk.lineStarts[line] ?? 0);
  return { line: from.line + line, character: at - (isBetween ? 1 : 0) - lineStart };
}

/** A place in a chunk; at a border, in the later one. */
interface Place {
  readonly index: number;
  readonly offset: number;
}

function placeOf(chunks: readonly Chunk[], { line, character }: Position): Place {
  let lines = Math.max(0, line);
  let index = 0;
  for (; index < chunks.length - 1; index += 1) {
    const here = chunks[index]?.lines ?? 0;
    if (here >= lines) break;
    lines -= here;
  }
  let start = chunks[index]?.lineStarts[lines] ?? chunks[index]?.length ?? 0;
  // The line may go on over several chunks.
  for (let rest = Math.max(0, character); ; index += 1) {
    const chunk = chunks[index];
    const length = chunk?.length ?? 0;
    const end = chunk?.lines === 0 ? length : lineEndIn(chunk?.text ?? '', start);
    if (start + rest < end || end < length || index >= chunks.length - 1) {
      return { index, offset: Math.min(start + rest, end) };
    }
    rest -= end - start;
    start = 0;
  }
}

function inOrder(a: Place, b: Place): readonly [Place, Place] {
  return a.index < b.index || (a.index === b.index && a.offset <= b.offset) ? [a, b] : [b, a];
}

function lineEndIn(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 10 || character === 13) return at;
  }
  return text.length;
}
