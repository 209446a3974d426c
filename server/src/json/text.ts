/** Lines, characters and edits of a text that is kept in segments. */
import { countBefore } from './search.js';
import { Segment } from './segment.js';

/** LSP's: zero-based line and UTF-16 character. What is beyond the end of a line or of the text means that end. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export function sameRange(a: Range, b: Range): boolean {
  return samePosition(a.start, b.start) && samePosition(a.end, b.end);
}

function samePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

/** LSP's TextDocumentContentChangeEvent; without a range, the text is the whole new one. */
export interface Change {
  readonly range?: Range | undefined;
  readonly text: string;
}

/** Replaces the touched segments by one that waits to be read. */
export function replace(segments: Segment[], range: Change['range'] & {}, text: string): void {
  const start = placeOf(segments, range.start);
  const isInsertion = range.start.line === range.end.line && range.start.character === range.end.character;
  const [from, last] = inOrder(start, isInsertion ? start : placeOf(segments, range.end));
  const first = beforeBorder(segments, from);
  const head = segments[first.index];
  const tail = segments[last.index];
  const whole = (head?.text.slice(0, first.offset) ?? '') + text + (tail?.text.slice(last.offset) ?? '');
  const waiting = Segment.unread(whole, head?.openBefore);
  // Most edits touch one segment, and splice() takes its time.
  if (first.index === last.index && head !== undefined) segments[first.index] = waiting;
  else segments.splice(first.index, last.index - first.index + 1, waiting);
}

export function offsetAt(segments: readonly Segment[], position: Position): number {
  const { index, offset } = placeOf(segments, position);
  let before = 0;
  for (let at = 0; at < index; at += 1) before += segments[at]?.length ?? 0;
  return before + offset;
}

/** Where a segment begins: its index, its offset in the text, its line, and the characters of that line before it. */
export interface SegmentStart {
  readonly index: number;
  readonly offset: number;
  readonly line: number;
  readonly before: number;
}

export const textStart: SegmentStart = { index: 0, offset: 0, line: 0, before: 0 };

export function startsOf(segments: readonly Segment[]): readonly SegmentStart[] {
  let { offset, line, before } = textStart;
  return segments.map((segment, index) => {
    const start = { index, offset, line, before };
    before = segment.lines === 0 ? before + segment.length : segment.tail;
    line += segment.lines;
    offset += segment.length;
    return start;
  });
}

/** The start of the segment that an offset is in. */
export function startBefore(starts: readonly SegmentStart[], offset: number): SegmentStart {
  return starts[countBefore(starts, (start) => start.offset <= offset) - 1] ?? textStart;
}

/** @param from the start of a segment at the offset or before it, if one is known */
export function positionAt(segments: readonly Segment[], offset: number, from = textStart): Position {
  let { index, line, before } = from;
  let rest = Math.max(0, offset - from.offset);
  for (; index < segments.length - 1; index += 1) {
    const segment = segments[index];
    if (segment === undefined || rest < segment.length) break;
    line += segment.lines;
    before = segment.lines === 0 ? before + segment.length : segment.tail;
    rest -= segment.length;
  }
  const segment = segments[index];
  if (segment === undefined) return { line, character: before };
  const end = Math.min(rest, segment.length);
  const here = segment.lines === 0 ? 0 : segment.lineAt(end);
  // Between CR and LF there is no place for a cursor.
  const between = segment.text[end - 1] === '\r' && segment.text[end] === '\n' ? 1 : 0;
  const start = here === 0 ? -before : (segment.lineStarts[here] ?? 0);
  return { line: line + here, character: end - between - start };
}

/** A place in a segment; at a border, in the later one. */
interface Place {
  readonly index: number;
  readonly offset: number;
}

function placeOf(segments: readonly Segment[], { line, character }: Position): Place {
  let lines = Math.max(0, line);
  let index = 0;
  for (; index < segments.length - 1; index += 1) {
    const here = segments[index]?.lines ?? 0;
    if (here >= lines) break;
    lines -= here;
  }
  let start = segments[index]?.lineStarts[lines] ?? segments[index]?.length ?? 0;
  // The line may go on over several segments.
  for (let rest = Math.max(0, character); ; index += 1) {
    const segment = segments[index];
    const length = segment?.length ?? 0;
    const end = segment?.lines === 0 ? length : lineEndIn(segment?.text ?? '', start);
    if (start + rest < end || end < length || index >= segments.length - 1) {
      return { index, offset: Math.min(start + rest, end) };
    }
    rest -= end - start;
    start = 0;
  }
}

/** Where the reader gave up, a line feed could come to stand behind a carriage return that is in the segment before. */
function beforeBorder(segments: readonly Segment[], place: Place): Place {
  const before = place.offset === 0 ? segments[place.index - 1] : undefined;
  if (before === undefined || before.text.endsWith(',')) return place;
  return { index: place.index - 1, offset: before.length };
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
