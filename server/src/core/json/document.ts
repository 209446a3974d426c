/**
 * A JSON text that is edited, and all that is known of it.
 *
 *     text       { "content": { "rules": [ {…}, {…},   {…}, {…},   {…} ], "variations": [ {…} ] } }
 *     chunks   ╰─────────────── 0 ──────────────╯   ╰── 1 ──╯   ╰────────────── 2 ──────────────╯
 *     at start   nothing is open                      { { [       { { [          are open
 *
 * The text is cut after commas of arrays into chunks of some hundred or thousand characters. A chunk knows which
 * containers are open where it begins (`openAtStart`), and holds records of the values in it (records.ts), its syntax
 * problems and its line breaks, all counted from its own start: nothing in it changes when something before it does.
 *
 * An edit replaces the chunks that it touches by one that waits to be read (text.ts), and that is read (readAgain.ts,
 * read.ts). When the reader arrives at the start of the next chunk with the same containers open as before, everything
 * from there on is as it was. With others open, chunks that hold nothing but whole items of a list are taken as they
 * are, and the rest is read on. So a keystroke costs the reading of one chunk, and chunks are
 * smaller where someone has typed. A quote or a bracket too many costs the reading of all text whose meaning it changes. Where the text is no JSON at all any more, the reader gives up: the
 * chunks behind that place keep what they know, and nobody looks at them until the reader arrives there again.
 *
 * Nodes (nodes.ts) and plain data (plainData.ts) are made of the records when they are asked for; both walk through
 * containers by children.ts. What is wrong in a chunk is found once (check-engine/problems.ts). Documents do not change;
 * an edit gives another one, which shares all that is the same.
 */
import type { Position } from 'vscode-languageserver-types';
import type { SpanningContainer } from './spanningContainers.js';
import { spanningContainersIn } from './spanningContainers.js';
import type { JsonNode } from './nodes.js';
import { rootOf } from './nodes.js';
import { documentStart, Chunk } from './chunk.js';
import { readAgain } from './readAgain.js';
import type { Change, ChunkStart } from './text.js';
import { offsetAt, positionAt, replace, startsOf } from './text.js';
import type { SyntaxProblem } from './syntaxProblem.js';

/** In UTF-16 units. The service takes a megabyte without blanks; longer texts are not read. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** In UTF-16 units, as much as the service takes: a larger text is neither evaluated nor read while nobody has opened it. */
export const MAX_UNASKED_LENGTH = 1024 * 1024;

export function parse(text: string): JsonDocument {
  return new JsonDocument([Chunk.waiting(text, documentStart)]);
}

export class JsonDocument {
  readonly length: number;
  /** Up to where the reader gave up. */
  readonly chunks: readonly Chunk[];
  readonly #all: readonly Chunk[];
  #text: string | undefined;
  #starts: readonly ChunkStart[] | undefined;
  #spanning: SpanningContainer | undefined;
  #root: { readonly node: JsonNode | undefined } | undefined;

  /** @param chunks some of which may wait to be read */
  constructor(chunks: readonly Chunk[]) {
    this.length = chunks.reduce((sum, { length }) => sum + length, 0);
    const isTooLong = this.length > MAX_TEXT_LENGTH;
    this.#all = isTooLong ? chunks : readAgain(chunks);
    const last = this.#all.findIndex(({ mustBeRead }) => mustBeRead);
    this.chunks = isTooLong ? [] : last === -1 ? this.#all : this.#all.slice(0, last + 1);
  }

  /** The changes are made one after the other, as LSP has them. */
  edited(changes: readonly Change[]): JsonDocument {
    let chunks = this.#all.slice();
    for (const { range, text } of changes) {
      if (range === undefined) chunks = [Chunk.waiting(text, documentStart)];
      else replace(chunks, range, text);
    }
    return new JsonDocument(chunks);
  }

  get text(): string {
    this.#text ??= this.#all.map(({ text }) => text).join('');
    return this.#text;
  }

  /** The document itself, and in it all containers that span chunks. */
  get spanning(): SpanningContainer {
    this.#spanning ??= spanningContainersIn(this.chunks, this.length);
    return this.#spanning;
  }

  /** Undefined when the text holds no value at all. */
  get root(): JsonNode | undefined {
    this.#root ??= { node: rootOf(this.chunks, this.spanning) };
    return this.#root.node;
  }

  get syntaxProblems(): readonly SyntaxProblem[] {
    let offset = 0;
    return this.chunks.flatMap(({ text, syntaxProblems }) => {
      const from = offset;
      offset += text.length;
      return syntaxProblems.map((problem) => ({
        ...problem,
        start: problem.start + from,
        end: Math.min(problem.end + from, this.length),
      }));
    });
  }

  /** Where its chunks begin, also those behind the place where the reader gave up. */
  get starts(): readonly ChunkStart[] {
    this.#starts ??= startsOf(this.#all);
    return this.#starts;
  }

  positionAt(offset: number): Position {
    return positionAt(this.#all, this.starts, offset);
  }

  offsetAt(position: Position): number {
    return offsetAt(this.#all, position);
  }
}
