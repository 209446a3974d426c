/**
 * A JSON text that is edited, and all that is known of it.
 *
 *     text       { "content": { "rules": [ {…}, {…},   {…}, {…},   {…} ], "variations": [ {…} ] } }
 *     segments   ╰─────────────── 0 ──────────────╯   ╰── 1 ──╯   ╰────────────── 2 ──────────────╯
 *     before     nothing                              { { [       { { [          (what is open there)
 *
 * The text is cut after commas of arrays into segments of some thousand characters. A segment knows what is open
 * where it begins (`before`), and holds records of the values in it (records.ts), its syntax problems and its line
 * breaks, all counted from its own start: nothing in it changes when something before it does.
 *
 * An edit replaces the segments that it touches by one that waits to be read (text.ts), and that is read (read.ts). When
 * the reader arrives at the start of the next segment with the same containers open as before, everything from there on
 * is as it was; if not, it reads on. So a keystroke costs one segment, and a quote or bracket too many what it changes
 * the meaning of. Where the text is no JSON at all any more, the reader gives up: the segments behind that place keep
 * what they know, and nobody looks at them until the reader arrives there again.
 *
 * Nodes and values are made of the records when they are asked for (tree.ts). What is wrong in a segment is found once
 * (problems/problems.ts). Documents do not change; an edit gives another one, which shares all that is the same.
 */
import type { Frame } from './frames.js';
import { framesOf } from './frames.js';
import type { JsonNode, SyntaxProblem } from './nodes.js';
import { read } from './read.js';
import { documentStart, sameOpen, Segment } from './segment.js';
import { Kind } from './records.js';
import type { Open } from './segment.js';
import type { Change, Position } from './text.js';
import { offsetAt, positionAt, replaced, startBefore, startsOf } from './text.js';
import { rootOf } from './tree.js';

export function parse(text: string): JsonDocument {
  return new JsonDocument(settled([new Segment(text, documentStart)]));
}

export class JsonDocument {
  /** Up to where the reader gave up. */
  readonly segments: readonly Segment[];
  readonly gaveUp: boolean;
  readonly #all: readonly Segment[];
  #text: string | undefined;
  #frames: Frame | undefined;
  #root: { readonly node: JsonNode | undefined } | undefined;

  constructor({ all, understood }: Settled) {
    this.#all = all;
    this.gaveUp = understood < all.length;
    this.segments = this.gaveUp ? all.slice(0, understood) : all;
  }

  /** The changes are made one after the other, as LSP has them. */
  edited(changes: readonly Change[]): JsonDocument {
    let segments = this.#all;
    for (const { range, text } of changes) {
      segments = range === undefined ? [new Segment(text, documentStart)] : replaced(segments, range, text);
    }
    return new JsonDocument(settled(segments));
  }

  get length(): number {
    return this.#all.reduce((length, { text }) => length + text.length, 0);
  }

  get text(): string {
    this.#text ??= this.#all.map(({ text }) => text).join('');
    return this.#text;
  }

  /** The document itself as a frame. */
  get frames(): Frame {
    this.#frames ??= framesOf(this.segments, this.length);
    return this.#frames;
  }

  /** Undefined when the text holds no value at all. */
  get root(): JsonNode | undefined {
    this.#root ??= { node: rootOf(this) };
    return this.#root.node;
  }

  get syntaxProblems(): readonly SyntaxProblem[] {
    let offset = 0;
    return this.segments.flatMap(({ text, syntaxProblems }) => {
      const from = offset;
      offset += text.length;
      return syntaxProblems.map((problem) => ({
        ...problem,
        start: problem.start + from,
        end: Math.min(problem.end + from, this.length),
      }));
    });
  }

  positionAt(offset: number): Position {
    return positionAt(this.#all, offset);
  }

  /** As `positionAt`, for those who ask for many: each but the first is found without a walk through the segments. */
  positions(): (offset: number) => Position {
    const starts = startsOf(this.#all);
    return (offset) => positionAt(this.#all, offset, startBefore(starts, offset));
  }

  offsetAt(position: Position): number {
    return offsetAt(this.#all, position);
  }
}

interface Settled {
  readonly all: readonly Segment[];
  /** How many of them; the reader gave up behind those. */
  readonly understood: number;
}

/** Reads the segments that wait to be read, and goes on from each until everything is as it was. */
function settled(segments: readonly Segment[]): Settled {
  let all: Segment[] = [];
  for (let next = 0; ;) {
    const first = indexOfUnsettled(segments, next);
    all = all.concat(segments.slice(next, first));
    if (first === segments.length) return { all, understood: all.length };
    const reached = readFrom(segments, first, all);
    next = reached.next;
    if (all.at(-1)?.gaveUp !== true) continue;
    const rest = reached.rest === '' ? [] : [new Segment(reached.rest, undefined)];
    return { all: all.concat(rest, segments.slice(next)), understood: all.length };
  }
}

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
  let open = segments[first]?.before ?? documentStart;
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
    const asBefore = rest === '' && sameOpen(open, segments[next]?.before);
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

/** Not the last: where the text ends, what is open is a mistake. */
function isMovable(segment: Segment | undefined, open: Open, segments: readonly Segment[]): segment is Segment {
  if (segment?.isPlain !== true || !segment.settled || segment === segments.at(-1)) return false;
  return open.kind === Kind.array && segment.syntaxProblems.length === 0 && !sameOpen(open, segment.before);
}

/** Shorter ones are joined with the next, so that deleting a lot does not leave a lot of segments. */
const tooShort = 256;
