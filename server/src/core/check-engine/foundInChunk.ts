/**
 * Keeps what is found in chunks, with their content: an edit makes only those anew that it touches. The key is the
 * content of a chunk and the shape of the container that it begins in. A chunk that closes that container goes on in
 * the one around it, whose shape is not in the key; but only chunks of whole items share a content (`Chunk.under`).
 */
import { objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import type { SpanProblem, Problem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { Span } from '../json/nodes.js';
import type { Chunk, ChunkContent } from '../json/chunk.js';
import type { ChunkStart } from '../json/text.js';
import { nodeIn } from '../json/nodes.js';
import { findingsBy } from './objects.js';
import type { Placing } from './placing.js';
import type { ChunkSummary } from './chunkSummary.js';
import { located, withoutIgnored } from './chunkSummary.js';
import { shapeOfOpen, summaryOfChunk } from './chunkWalk.js';

/** What checks find in a chunk that read the file's summary, and what they read of it then. */
interface FoundInFile {
  readonly read: readonly unknown[];
  readonly problems: readonly SpanProblem[];
}

/** The problems of a chunk with their places in the text, and what these depend on. */
interface Placed {
  readonly inFile: readonly SpanProblem[];
  readonly from: ChunkStart;
  readonly problems: readonly Problem[];
}

/** @param documentShape undefined where its values are not looked at: in all versions of a document, or in none */
export function foundIn(chunk: Chunk, documentShape: Shape | undefined): FoundInChunk {
  const { content, openAtStart } = chunk;
  const shape = documentShape && openAtStart && shapeOfOpen(openAtStart, documentShape);
  const known = content.found;
  if (known instanceof FoundInChunk && known.shape === shape) return known;
  const found = new FoundInChunk(content, shape, summaryOfChunk(chunk, documentShape));
  content.found = found;
  return found;
}

export class FoundInChunk {
  #inFile: FoundInFile | undefined;
  #placed: Placed | undefined;

  constructor(
    private readonly content: ChunkContent,
    readonly shape: Shape | undefined,
    readonly summary: ChunkSummary,
  ) {}

  /**
   * @param ignored what JSON readers do not read of the text
   * @param index of the chunk
   */
  without(ignored: readonly Span[], index: number, placing: Placing): FoundInChunk {
    if (ignored.length === 0) return this;
    const { content, shape, summary } = this;
    const { offset } = placing.startOf(index);
    return new FoundInChunk(content, shape, withoutIgnored(content, summary, ignored, offset));
  }

  /** Its problems with their places in the text: the same objects for as long as nothing of that changes. */
  problems(file: FileSummary, index: number, placing: Placing): readonly Problem[] {
    const inFile = this.#problemsInFile(file);
    const { problems } = this.summary;
    if (problems.length + inFile.length === 0) return [];
    const from = placing.startOf(index);
    const known = this.#placed;
    if (known?.inFile === inFile && known.from.line === from.line && known.from.character === from.character)
      return known.problems;
    const all = problems.concat(inFile);
    const placed = all.map((problem) => placing.place(problem, from));
    if (all.every((problem) => this.#holds(problem))) this.#placed = { inFile, from, problems: placed };
    return placed;
  }

  /** Whether all that is said of a problem stands in the chunk; otherwise it depends on more. */
  #holds({ start, end, related, ofVariations, codeInObject }: SpanProblem): boolean {
    const last = Math.max(end, ...(related ?? []).map((other) => other.end));
    return start >= 0 && last <= this.content.text.length && ofVariations === undefined && codeInObject === undefined;
  }

  /** The same for as long as what is read of the file's summary says the same. */
  #problemsInFile(file: FileSummary): readonly SpanProblem[] {
    const { dependent } = this.summary;
    if (dependent.length === 0) return none;
    const known = this.#inFile;
    if (known !== undefined && readByObjects.every((key, index) => known.read[index] === file[key]))
      return known.problems;
    const problems = dependent.flatMap(({ object, shape, record, path }) =>
      located(findingsBy(shape.checks.readingFile, object, shape, file), () => nodeIn(this.content, record), path),
    );
    this.#inFile = { read: readByObjects.map((key) => file[key]), problems };
    return problems;
  }
}

const none: readonly SpanProblem[] = [];

/** What those checks declare to read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];
