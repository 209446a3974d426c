/** Remembers what is found of segments by their content and their shape, and by nothing else. */
import { objectChecks } from '../checks/all.js';
import type { FileSummary } from '../checks/check.js';
import type { LocalProblem, Problem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { Span } from '../json/nodes.js';
import type { Segment, SegmentContent } from '../json/segment.js';
import type { SegmentStart } from '../json/text.js';
import { findingsIn } from './objects.js';
import type { SegmentSummary } from './segmentSummary.js';
import { located } from './segmentSummary.js';
import { shapeOfOpen, summaryOfSegment } from './segmentWalk.js';

/** The summaries of a document's segments, kept as long as the segments are: an edit makes those anew that it touches. */
export class Memory {
  readonly #known = new WeakMap<SegmentContent, Map<Shape | undefined, SegmentSummary>>();
  /** With what was read of the file when it was found. */
  readonly #inFile = new WeakMap<
    SegmentSummary,
    { readonly read: readonly unknown[]; readonly found: readonly LocalProblem[] }
  >();

  /** With where the segment began when they were placed. */
  readonly #placed = new WeakMap<
    SegmentSummary,
    { readonly inFile: readonly LocalProblem[]; readonly from: SegmentStart; readonly problems: readonly Problem[] }
  >();

  /** @param document the shape of the whole document; undefined where its values are not looked at */
  constructor(readonly document: Shape | undefined) {}

  of(segment: Segment): SegmentSummary {
    const { document } = this;
    const shape = document && segment.openAtStart && shapeOfOpen(segment.openAtStart, document);
    let known = this.#known.get(segment.content);
    if (known === undefined) this.#known.set(segment.content, (known = new Map<Shape | undefined, SegmentSummary>()));
    let summary = known.get(shape);
    if (summary === undefined) known.set(shape, (summary = summaryOfSegment(segment, document)));
    return summary;
  }

  /** What checks find in its objects that read more of the file: the same as long as that says the same. */
  inFile(segment: Segment, summary: SegmentSummary, file: FileSummary): readonly LocalProblem[] {
    if (summary.objects.length === 0) return none;
    const known = this.#inFile.get(summary);
    if (known !== undefined && readByObjects.every((key, index) => known.read[index] === file[key])) return known.found;
    const found = summary.objects.flatMap((each) =>
      located(segment.content, each, findingsIn(each.object, each.shape.checks.inFile, file, each.shape)),
    );
    this.#inFile.set(summary, { read: readByObjects.map((key) => file[key]), found });
    return found;
  }

  /** The problems of a segment in the text: the same objects as long as they are the same and stand at the same place. */
  placed(
    { length }: Segment,
    summary: SegmentSummary,
    inFile: readonly LocalProblem[],
    from: SegmentStart,
    place: (problem: LocalProblem, from: SegmentStart) => Problem,
  ): readonly Problem[] {
    const known = this.#placed.get(summary);
    if (known?.inFile === inFile && known.from.line === from.line && known.from.before === from.before)
      return known.problems;
    const all = summary.problems.concat(inFile);
    const problems = all.map((problem) => place(problem, from));
    // Of what is said beyond the segment, the place may change without it.
    const isWhole = ({ start, end }: Span) => start >= 0 && end <= length;
    if (all.every((each) => isWhole(each) && isWhole(each.related ?? each) && each.ofVariations === undefined))
      this.#placed.set(summary, { inFile, from, problems });
    return problems;
  }
}

const none: readonly LocalProblem[] = [];

/** What those checks declare to read. */
const readByObjects = [...new Set(objectChecks.flatMap(({ reads }) => reads))];
