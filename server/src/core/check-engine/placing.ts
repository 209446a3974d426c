/** Gives the problems of a document their places in the text, as LSP says them. */
import type { Range } from 'vscode-languageserver-types';
import type { PlainObject } from '../checks/check.js';
import type { Problem, SpanProblem } from '../checks/problem.js';
import { featureProbeConsequence } from '../checks/production.js';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import { draftOf } from '../json/plainData.js';
import { spanAt } from '../json/queries.js';
import { Kind } from '../json/records.js';
import type { SpanningContainer } from '../json/spanningContainers.js';
import type { ChunkStart } from '../json/text.js';
import { textStart } from '../json/text.js';

export class Placing {
  /** Of objects that many wrong values may stand in. */
  readonly #plain = new Map<SpanningContainer, PlainObject>();

  constructor(private readonly document: JsonDocument) {}

  /** Where a chunk begins. It is asked for only where something is said, as most files have nothing to count lines for. */
  startOf(chunk: number): ChunkStart {
    return this.document.starts[chunk] ?? textStart;
  }

  /** @param from where the offsets of the problem count from */
  place(problem: SpanProblem, from: ChunkStart): Problem {
    // No spread: there may be a hundred thousand.
    const { code, syntax, message, consequence = this.#consequence(problem, from), fixes, breaks, claim } = problem;
    const [range, related] = [this.#range(problem, from), this.#related(problem, from)];
    return { code, syntax, message, consequence, fixes, breaks, claim, range, related };
  }

  #consequence({ codeInObject, message, start }: SpanProblem, from: ChunkStart): Problem['consequence'] {
    if (codeInObject === undefined) return undefined;
    const { chunks, spanning } = this.document;
    const object = objectAround(spanning, from.offset + start);
    if (object === undefined) return undefined;
    const plain = this.#plain.get(object) ?? (draftOf(chunks, object.at) as PlainObject);
    this.#plain.set(object, plain);
    const code = codeInObject(plain);
    return code && featureProbeConsequence(code, message);
  }

  #related({ related, ofVariations }: SpanProblem, from: ChunkStart): Problem['related'] {
    if (related !== undefined)
      return related.map((other) => ({ range: this.#range(other, from), message: other.message }));
    if (ofVariations === undefined) return undefined;
    const span = spanAt(this.document, ['content', 'variations'], 'key');
    return [{ range: this.#range(span, textStart), message: ofVariations }];
  }

  #range({ start, end }: Span, from: ChunkStart): Range {
    return { start: this.#position(start, from), end: this.#position(end, from) };
  }

  #position(offset: number, from: ChunkStart): Range['start'] {
    const { document } = this;
    return document.positionAt(Math.min(from.offset + offset, document.length));
  }
}

/** The innermost of the objects that span chunks and hold an offset. */
function objectAround(document: SpanningContainer, offset: number): SpanningContainer | undefined {
  let object: SpanningContainer | undefined;
  let inner: SpanningContainer | undefined = document;
  while (inner !== undefined) {
    if (inner.kind === Kind.object) object = inner;
    inner = inner.inner.find(({ start, end }) => start <= offset && offset < end);
  }
  return object;
}
