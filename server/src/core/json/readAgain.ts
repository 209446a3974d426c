/** After an edit: reads the chunks that wait for it, and goes on from each until everything is as it was. */
import { Reader } from './read.js';
import { Kind } from './records.js';
import type { OpenContainer } from './chunk.js';
import { documentStart, sameOpen, Chunk } from './chunk.js';

/**
 * @returns all chunks. Where the reader gives up, unread pieces follow the last chunk that it read, and then the old
 * chunks, which keep their records.
 */
export function readAgain(chunks: readonly Chunk[]): readonly Chunk[] {
  const parts: (readonly Chunk[])[] = [];
  for (let next = 0; next < chunks.length;) {
    const first = firstToRead(chunks, next);
    parts.push(chunks.slice(next, first));
    if (first === chunks.length) break;
    const again = readFrom(chunks, first);
    parts.push(again.read);
    next = again.next;
    if (again.read.at(-1)?.mustBeRead !== true) continue;
    parts.push(waiting(again.rest), chunks.slice(next));
    break;
  }
  // Not flat(), which takes longer than all the rest.
  return new Array<Chunk>().concat(...parts);
}

function firstToRead(chunks: readonly Chunk[], from: number): number {
  let index = from;
  while (chunks[index]?.mustBeRead === false) index += 1;
  return index;
}

interface ReadAgain {
  readonly read: readonly Chunk[];
  /** The text that follows them and that the reader gave up. */
  readonly rest: string;
  /** The index of the first chunk that was not read. */
  readonly next: number;
}

/** Reads on to the first chunk that begins with the same containers open as before, or to where the reader gives up. */
function readFrom(chunks: readonly Chunk[], first: number): ReadAgain {
  const done: Chunk[] = [];
  let next = first;
  let rest = '';
  let open = chunks[first]?.openAtStart ?? documentStart;
  let mayEndComment = true;
  for (let [count, end] = [1, first + 1]; ;) {
    for (; next < chunks.length && (next < end || rest.length < tooShort); next += 1) rest += chunks[next]?.text ?? '';
    const reading = new Reader(rest, open, { atEnd: next === chunks.length, mayEndComment }).read();
    for (const chunk of reading.chunks) done.push(chunk);
    rest = rest.slice(reading.end);
    open = reading.open;
    if (done.at(-1)?.mustBeRead === true) return { read: done, rest, next };
    if (reading.inComment) {
      end = endOfComment(chunks, next);
      mayEndComment = end !== next;
      continue;
    }
    // Whole items of a list are the same in any other list.
    for (let items = chunks[next]; rest === '' && isMovable(items, open, chunks); items = chunks[next]) {
      done.push(items.under(open));
      next += 1;
      count = 1;
    }
    const isAsBefore = rest === '' && sameOpen(open, chunks[next]?.openAtStart);
    if (isAsBefore || next === chunks.length) return { read: done, rest, next };
    // Twice as many chunks each time, so that reading on to the end costs at most twice the text.
    end = next + count;
    count *= 2;
  }
}

/** Behind the chunk in which a comment ends that is open before it; its own index when no comment ends there or later. */
function endOfComment(chunks: readonly Chunk[], first: number): number {
  for (let index = first; index < chunks.length; index += 1) {
    const { text = '' } = chunks[index] ?? {};
    const endsBetween = text.startsWith('/') && chunks[index - 1]?.text.endsWith('*') === true;
    if (endsBetween || text.includes('*/')) return index + 1;
  }
  return first;
}

/** Whether a chunk can be taken as it is where other containers are open than those that it was read in. */
function isMovable(chunk: Chunk | undefined, open: OpenContainer, chunks: readonly Chunk[]): chunk is Chunk {
  if (chunk?.holdsWholeItems !== true || chunk.mustBeRead || chunk.syntaxProblems.length > 0) return false;
  // The last one is read again: where the text ends, what is open is a mistake.
  if (chunk === chunks.at(-1)) return false;
  // Behind a string that took brackets with it, some mistakes are not named that are mistakes here.
  if (chunk.openAtStart?.hasOpenString === true && !open.hasOpenString) return false;
  return open.kind === Kind.array && !sameOpen(open, chunk.openAtStart);
}

/** Shorter ones are joined with the next, so that deleting a lot does not leave a lot of chunks. */
const tooShort = 256;

/** A text in pieces that wait to be read, so that the next edit joins and reads a piece alone. */
function waiting(text: string): Chunk[] {
  const pieces: Chunk[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + pieceLength;
    // Between the two of them, lines would be counted twice.
    if (text[end - 1] === '\r' && text[end] === '\n') end += 1;
    pieces.push(Chunk.waiting(text.slice(start, end), undefined));
  }
  return pieces;
}

const pieceLength = 4_096;
