/** After an edit: reads the segments that wait to be read, and goes on from each until everything is as it was. */
import { read } from './read.js';
import { Kind } from './records.js';
import type { Open } from './segment.js';
import { documentStart, sameOpen, Segment } from './segment.js';

export interface Settled {
  readonly all: readonly Segment[];
  /** How many of them; the reader gave up behind those. */
  readonly understood: number;
}

/** In UTF-16 units. The service takes a megabyte; of what is far beyond, nothing is read. */
export const largestText = 20 * 1024 * 1024;

export function settled(segments: readonly Segment[]): Settled {
  if (lengthOf(segments) > largestText) return { all: segments, understood: 0 };
  const parts: Segment[][] = [];
  let understood = 0;
  const add = (part: Segment[]) => {
    parts.push(part);
    understood += part.length;
  };
  for (let next = 0; ;) {
    const first = indexOfUnsettled(segments, next);
    add(segments.slice(next, first));
    if (first === segments.length) break;
    const reading: Segment[] = [];
    const reached = readFrom(segments, first, reading);
    add(reading);
    next = reached.next;
    if (reading.at(-1)?.gaveUp !== true) continue;
    parts.push(unread(reached.rest), segments.slice(next));
    break;
  }
  // Not flat(), which takes longer than all the rest.
  return { all: new Array<Segment>().concat(...parts), understood };
}

export function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { length }) => sum + length, 0);
}

/** In pieces, so that the next edit joins and reads a piece alone. */
function unread(text: string): Segment[] {
  const pieces: Segment[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + pieceLength;
    // Between the two of them, lines would be counted twice.
    if (text[end - 1] === '\r' && text[end] === '\n') end += 1;
    pieces.push(Segment.unread(text.slice(start, end), undefined));
  }
  return pieces;
}

const pieceLength = 4_096;

function indexOfUnsettled(segments: readonly Segment[], from: number): number {
  let index = from;
  while (segments[index]?.settled === true) index += 1;
  return index;
}

/**
 * Reads on to the first segment that begins as it did before, or to where the reader gives up.
 * @returns that segment's index, and the text before it that was given up
 */
function readFrom(segments: readonly Segment[], first: number, result: Segment[]): { next: number; rest: string } {
  let next = first;
  let rest = '';
  let open = segments[first]?.openBefore ?? documentStart;
  let endsComment = true;
  for (let [count, end] = [1, first + 1]; ;) {
    for (; next < segments.length && (next < end || rest.length < tooShort); next += 1)
      rest += segments[next]?.text ?? '';
    const reading = read(rest, open, { atEnd: next === segments.length, endsComment });
    for (const segment of reading.segments) result.push(segment);
    rest = rest.slice(reading.end);
    open = reading.open;
    if (result.at(-1)?.gaveUp === true) return { next, rest };
    if (reading.inComment) {
      end = endOfComment(segments, next);
      endsComment = end !== next;
      continue;
    }
    // Whole items of a list are the same in any other.
    for (let plain = segments[next]; rest === '' && isMovable(plain, open, segments); plain = segments[next]) {
      result.push(plain.under(open));
      next += 1;
      count = 1;
    }
    const asBefore = rest === '' && sameOpen(open, segments[next]?.openBefore);
    if (asBefore || next === segments.length) return { next, rest };
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

/**
 * Not the last: where the text ends, what is open is a mistake. Nor one in which mistakes may not have been named, because
 * a string had swallowed brackets before it.
 */
function isMovable(segment: Segment | undefined, open: Open, segments: readonly Segment[]): segment is Segment {
  if (segment?.isPlain !== true || !segment.settled || segment === segments.at(-1)) return false;
  if (segment.openBefore?.swallowed === true && !open.swallowed) return false;
  return open.kind === Kind.array && segment.syntaxProblems.length === 0 && !sameOpen(open, segment.openBefore);
}

/** Shorter ones are joined with the next, so that deleting a lot does not leave a lot of segments. */
const tooShort = 256;
