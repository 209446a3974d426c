/**
 * A JSON text that is edited, and all that is known of it.
 *
 *     text       { "content": { "rules": [ {…}, {…},   {…}, {…},   {…} ], "variations": [ {…} ] } }
 *     segments   ╰─────────────── 0 ──────────────╯   ╰── 1 ──╯   ╰────────────── 2 ──────────────╯
 *     before     nothing                              { { [       { { [          (what is open there)
 *
 * The text is cut after commas of arrays into segments of some hundred or thousand characters. A segment knows what is
 * open where it begins (`before`), and holds records of the values in it (records.ts), its syntax problems and its line
 * breaks, all counted from its own start: nothing in it changes when something before it does.
 *
 * An edit replaces the segments that it touches by one that waits to be read (text.ts), and that is read (settle.ts,
 * read.ts). When the reader arrives at the start of the next segment with the same containers open as before, everything
 * from there on is as it was. With others open, segments that hold nothing but whole items of a list are taken as they
 * are, and the rest is read on. So a keystroke costs one segment, cut finer once somebody types there, and a quote or
 * bracket too many what it changes the meaning of. Where the text is no JSON at all any more, the reader gives up: the
 * segments behind that place keep what they know, and nobody looks at them until the reader arrives there again.
 *
 * Nodes and values are made of the records when they are asked for (tree.ts). What is wrong in a segment is found once
 * (check-engine/problems.ts). Documents do not change; an edit gives another one, which shares all that is the same.
 */
import type { SpanningContainer } from './spanningContainers.js';
import { spanningContainersIn } from './spanningContainers.js';
import type { JsonNode, SyntaxProblem } from './nodes.js';
import { documentStart, Segment } from './segment.js';
import type { Settled } from './settle.js';
import { lengthOf, settled } from './settle.js';
import type { Change, Position, SegmentStart } from './text.js';
import { offsetAt, positionAt, replace, startBefore, startsOf } from './text.js';
import { rootOf } from './tree.js';

export function parse(text: string): JsonDocument {
  return new JsonDocument(settled([Segment.unread(text, documentStart)]));
}

export class JsonDocument {
  /** Up to where the reader gave up. */
  readonly segments: readonly Segment[];
  readonly gaveUp: boolean;
  readonly #all: readonly Segment[];
  #text: string | undefined;
  #spanning: SpanningContainer | undefined;
  #root: { readonly node: JsonNode | undefined } | undefined;

  constructor({ all, understood }: Settled) {
    this.#all = all;
    this.gaveUp = understood < all.length;
    this.segments = this.gaveUp ? all.slice(0, understood) : all;
  }

  /** The changes are made one after the other, as LSP has them. */
  edited(changes: readonly Change[]): JsonDocument {
    let segments = this.#all.slice();
    for (const { range, text } of changes) {
      if (range === undefined) segments = [Segment.unread(text, documentStart)];
      else replace(segments, range, text);
    }
    return new JsonDocument(settled(segments));
  }

  get length(): number {
    return lengthOf(this.#all);
  }

  get text(): string {
    this.#text ??= this.#all.map(({ text }) => text).join('');
    return this.#text;
  }

  /** The document itself, and in it all containers that span segments. */
  get spanning(): SpanningContainer {
    this.#spanning ??= spanningContainersIn(this.segments, this.length);
    return this.#spanning;
  }

  /** Undefined when the text holds no value at all. */
  get root(): JsonNode | undefined {
    this.#root ??= { node: rootOf(this.segments, this.spanning) };
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

  /** @param from the start of a segment at the offset or before it, if one is known */
  positionAt(offset: number, from?: SegmentStart): Position {
    return positionAt(this.#all, offset, from);
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
