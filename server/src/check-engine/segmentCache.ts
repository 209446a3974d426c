/**
 * Keeps what is found of segments for as long as the segments live: an edit makes only those anew that it touches. The key is the
 * content of a segment and the shape of the container that it begins in. A segment that closes that container goes on in
 * the one around it, whose shape is not in the key; but only segments of whole items share a content (`Segment.under`).
 */
import type { Range } from 'vscode-languageserver-types';
import { objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import type { SpanProblem, Problem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { Span } from '../json/nodes.js';
import type { Segment, SegmentContent } from '../json/segment.js';
import type { SegmentStart } from '../json/text.js';
import { sameRange } from '../json/text.js';
import { findingsInFile } from './objects.js';
import type { Placing } from './placing.js';
import type { SegmentSummary } from './segmentSummary.js';
import { located } from './segmentSummary.js';
import { shapeOfOpen, summaryOfSegment } from './segmentWalk.js';

/** What checks find in a segment that read the file's summary, and what they read of it then. */
interface FoundInFile {
  readonly read: readonly unknown[];
  readonly problems: readonly SpanProblem[];
}

/** The problems of a segment with their places in the text, and what these depend on. */
interface Placed {
  readonly inFile: readonly SpanProblem[];
  readonly from: SegmentStart;
  readonly variations: Range | undefined;
  readonly problems: readonly Problem[];
}

export class SegmentCache {
  readonly #summaries = new WeakMap<SegmentContent, Map<Shape | undefined, SegmentSummary>>();
  readonly #inFile = new WeakMap<SegmentSummary, FoundInFile>();
  readonly #placed = new WeakMap<SegmentSummary, Placed>();

  /** @param documentShape undefined where its values are not looked at */
  constructor(readonly documentShape: Shape | undefined) {}

  summaryOf(segment: Segment): SegmentSummary {
    const { documentShape } = this;
    const shape = documentShape && segment.openAtStart && shapeOfOpen(segment.openAtStart, documentShape);
    let known = this.#summaries.get(segment.content);
    if (known === undefined)
      this.#summaries.set(segment.content, (known = new Map<Shape | undefined, SegmentSummary>()));
    let summary = known.get(shape);
    if (summary === undefined) known.set(shape, (summary = summaryOfSegment(segment, documentShape)));
    return summary;
  }

  /** The problems of a segment with their places in the text: the same objects for as long as nothing of that changes. */
  problemsOf(
    segment: Segment,
    summary: SegmentSummary,
    file: FileSummary,
    from: SegmentStart,
    placing: Placing,
  ): readonly Problem[] {
    const inFile = this.#problemsInFile(segment, summary, file);
    if (summary.problems.length + inFile.length === 0) return [];
    const known = this.#placed.get(summary);
    const isSame = known?.inFile === inFile && known.from.line === from.line && known.from.character === from.character;
    if (isSame && (known.variations === undefined || sameRange(known.variations, placing.variations)))
      return known.problems;
    const all = summary.problems.concat(inFile);
    const problems = all.map((problem) => placing.place(problem, from));
    const variations = all.some(({ ofVariations }) => ofVariations !== undefined) ? placing.variations : undefined;
    // The place of what goes on beyond the segment depends on more.
    const isWhole = ({ start, end }: Span) => start >= 0 && end <= segment.length;
    if (all.every((each) => isWhole(each) && isWhole(each.related ?? each) && each.codeIn === undefined))
      this.#placed.set(summary, { inFile, from, variations, problems });
    return problems;
  }

  /** The same for as long as what is read of the file's summary says the same. */
  #problemsInFile({ content }: Segment, summary: SegmentSummary, file: FileSummary): readonly SpanProblem[] {
    if (summary.objects.length === 0) return none;
    const known = this.#inFile.get(summary);
    const isSame = known !== undefined && readByObjects.every((key, index) => known.read[index] === file[key]);
    if (isSame) return known.problems;
    const problems = summary.objects.flatMap((each) =>
      located(content, each, findingsInFile(each.object, each.shape, file)),
    );
    this.#inFile.set(summary, { read: readByObjects.map((key) => file[key]), problems });
    return problems;
  }
}

const none: readonly SpanProblem[] = [];

/** What those checks declare to read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];
