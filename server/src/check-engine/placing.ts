/** Gives the problems of a document their places in the text, as LSP says them. */
import type { Range } from 'vscode-languageserver-types';
import type { SpanProblem, Problem } from '../checks/problem.js';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import { spanAt } from '../json/queries.js';
import type { SegmentStart } from '../json/text.js';
import { textStart } from '../json/text.js';

export class Placing {
  #variations: Range | undefined;

  constructor(private readonly document: JsonDocument) {}

  /** Of the key that the file's list of variations stands behind. */
  get variations(): Range {
    this.#variations ??= this.#range(spanAt(this.document, ['content', 'variations'], 'key'), textStart);
    return this.#variations;
  }

  /** @param from where the offsets of the problem count from */
  place(problem: SpanProblem, from: SegmentStart): Problem {
    // No spread: there may be a hundred thousand.
    const { code, syntax, message, inFeatureProbe, fixes } = problem;
    const [range, related] = [this.#range(problem, from), this.#related(problem, from)];
    return { code, syntax, message, inFeatureProbe, fixes, range, related };
  }

  #related({ related, ofVariations }: SpanProblem, from: SegmentStart): Problem['related'] {
    if (related !== undefined) return { range: this.#range(related, from), message: related.message };
    return ofVariations === undefined ? undefined : { range: this.variations, message: ofVariations };
  }

  #range({ start, end }: Span, from: SegmentStart): Range {
    return { start: this.#position(start, from), end: this.#position(end, from) };
  }

  #position(offset: number, from: SegmentStart): Range['start'] {
    const { document } = this;
    return document.positionAt(Math.min(from.offset + offset, document.length));
  }
}
