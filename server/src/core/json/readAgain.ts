/** After an edit: reads the segments that wait for it, and goes on from each until everything is as it was. */
import { Reader } from './read.js';
import { Kind } from './records.js';
import type { OpenContainer } from './segment.js';
import { documentStart, sameOpen, Segment } from './segment.js';

/**
 * @returns all segments. Where the reader gives up, unread pieces follow the last segment that it read, and then the old
 * segments, which keep their records.
 */
export function readAgain(segments: readonly Segment[]): readonly Segment[] {
  const parts: (readonly Segment[])[] = [];
  for (let next = 0; next < segments.length;) {
    const first = firstToRead(segments, next);
    parts.push(segments.slice(next, first));
    if (first === segments.length) break;
    const again = readFrom(segments, first);
    parts.push(again.read);
    next = again.next;
    if (again.read.at(-1)?.mustBeRead !== true) continue;
    parts.push(waiting(again.rest), segments.slice(next));
    break;
  }
  // Not flat(), which takes longer than all the rest.
  return new Array<Segment>().concat(...parts);
}

function firstToRead(segments: readonly Segment[], from: number): number {
  let index = from;
  while (segments[index]?.mustBeRead === false) index += 1;
  return index;
}

interface ReadAgain {
  readonly read: readonly Segment[];
  /** The text that follows them and that the reader gave up. */
  readonly rest: string;
  /** The index of the first segment that was not read. */
  readonly next: number;
}

/** Reads on to the first segment that begins with the same containers open as before, or to where the reader gives up. */
function readFrom(segments: readonly Segment[], first: number): ReadAgain {
  const done: Segment[] = [];
  let next = first;
  let rest = '';
  let open = segments[first]?.openAtStart ?? documentStart;
  let mayEndComment = true;
  for (let [count, end] = [1, first + 1]; ;) {
    for (; next < segments.length && (next < end || rest.length < tooShort); next += 1)
      rest += segments[next]?.text ?? '';
    const reading = new Reader(rest, open, { atEnd: next === segments.length, mayEndComment }).read();
    for (const segment of reading.segments) done.push(segment);
    rest = rest.slice(reading.end);
    open = reading.open;
    if (done.at(-1)?.mustBeRead === true) return { read: done, rest, next };
    if (reading.inComment) {
      end = endOfComment(segments, next);
      mayEndComment = end !== next;
      continue;
    }
    // Whole items of a list are the same in any other list.
    for (let items = segments[next]; rest === '' && isMovable(items, open, segments); items = segments[next]) {
      done.push(items.under(open));
      next += 1;
      count = 1;
    }
    const isAsBefore = rest === '' && sameOpen(open, segments[next]?.openAtStart);
    if (isAsBefore || next === segments.length) return { read: done, rest, next };
    // Twice as many segments each time, so that reading on to the end costs at most twice the text.
    end = next + count;
    count *= 2;
  }
}

/** Behind the segment in which a comment ends that is open before it; its own index when no comment ends there or later. */
function endOfComment(segments: readonly Segment[], first: number): number {
  for (let index = first; index < segments.length; index += 1) {
    const { text = '' } = segments[index] ?? {};
    const endsBetween = text.startsWith('/') && segments[index - 1]?.text.endsWith('*') === true;
    if (endsBetween || text.includes('*/')) return index + 1;
  }
  return first;
}

/** Whether a segment can be taken as it is where other containers are open than those that it was read in. */
function isMovable(
  segment: Segment | undefined,
  open: OpenContainer,
  segments: readonly Segment[],
): segment is Segment {
  if (segment?.holdsWholeItems !== true || segment.mustBeRead || segment.syntaxProblems.length > 0) return false;
  // The last one is read again: where the text ends, what is open is a mistake.
  if (segment === segments.at(-1)) return false;
  // Behind a string that took brackets with it, some mistakes are not named that are mistakes here.
  if (segment.openAtStart?.hasOpenString === true && !open.hasOpenString) return false;
  return open.kind === Kind.array && !sameOpen(open, segment.openAtStart);
}

/** Shorter ones are joined with the next, so that deleting a lot does not leave a lot of segments. */
const tooShort = 256;

/** A text in pieces that wait to be read, so that the next edit joins and reads a piece alone. */
function waiting(text: string): Segment[] {
  const pieces: Segment[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + pieceLength;
    // Between the two of them, lines would be counted twice.
    if (text[end - 1] === '\r' && text[end] === '\n') end += 1;
    pieces.push(Segment.waiting(text.slice(start, end), undefined));
  }
  return pieces;
}

const pieceLength = 4_096;
