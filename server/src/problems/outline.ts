/**
 * What is to be said of the document as a whole: its containers that go on beyond a segment, and how many variations it
 * lists. After an edit within the items of a list it is the same as before.
 */
import type { JsonDocument } from '../document/document.js';
import { framesOf } from '../document/frames.js';
import type { Span } from '../document/nodes.js';
import { lengthAt } from '../document/tree.js';
import type { Segment } from '../document/segment.js';
import { frameProblems } from './frameProblems.js';
import type { LocalProblem } from './problem.js';
import type { Shape } from './shape.js';

export interface Outline {
  /** By the segment that they begin in; they may end beyond it. */
  readonly problems: ReadonlyMap<Segment, readonly LocalProblem[]>;
  /** What JSON readers do not read; in order. */
  readonly ignored: readonly Span[];
  /** How many variations there are; undefined when there is no list of them. */
  readonly variations: number | undefined;
}

export function outlineOf(document: JsonDocument, body: Shape | undefined): Outline {
  const frames = framesOf(document.segments, document.length);
  return {
    ...frameProblems(document.segments, frames, body),
    variations: lengthAt(document.segments, frames, ['content', 'variations']),
  };
}

/** Whether a document in which some segments took the place of others has the same outline. */
export function hasSameOutline(
  { problems, ignored }: Outline,
  gone: readonly Segment[],
  come: readonly Segment[],
): boolean {
  // Places in the text are never the same.
  if (problems.size > 0 || ignored.length > 0) return false;
  const [before, now] = [itemsIn(gone), itemsIn(come)];
  return before !== undefined && before === now;
}

/** How many items are in segments that hold nothing else. */
function itemsIn(segments: readonly Segment[]): number | undefined {
  let items = 0;
  for (const { isPlain, spine } of segments) {
    if (!isPlain) return undefined;
    items -= spine[0] ?? 0;
  }
  return items;
}
