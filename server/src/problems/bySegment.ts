/** Problems of the document as a whole, by the segment that they begin in: places count from there, and may be beyond it. */
import type { Segment } from '../document/segment.js';
import type { LooseEdit } from './looseEdit.js';
import type { LocalProblem } from './problem.js';

export type BySegment = ReadonlyMap<Segment, readonly LocalProblem[]>;

/** @param problems with places in the whole text */
export function bySegment(segments: readonly Segment[], problems: readonly LocalProblem[]): BySegment {
  const found = new Map<Segment, LocalProblem[]>();
  let index = 0;
  let [start, end] = [0, segments[0]?.length ?? 0];
  for (const problem of problems.toSorted((a, b) => a.start - b.start)) {
    for (; problem.start >= end && index < segments.length; index += 1) {
      start = end;
      end += segments[index + 1]?.length ?? 0;
    }
    const segment = segments[index];
    if (segment === undefined) break;
    const own = atPlaces(problem, (place) => place - start);
    const there = found.get(segment);
    if (there === undefined) found.set(segment, [own]);
    else there.push(own);
  }
  return found;
}

/** Whether some of them end beyond their segment, or speak of another place. */
export function someLeave(problems: BySegment): boolean {
  for (const [{ length }, own] of problems) {
    if (own.some(({ end, related }) => end > length || related !== undefined)) return true;
  }
  return false;
}

/** The same in a document in which a string has become longer or shorter. */
export function moved(
  problems: BySegment,
  segments: readonly Segment[],
  { was, found, end, by }: LooseEdit,
): BySegment {
  const all: LocalProblem[] = [];
  const index = segments.indexOf(found.segment);
  const behind = end + segments.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const move = (offset: number) => (offset < behind ? offset : offset + by);
  let start = 0;
  for (const segment of segments) {
    const before = segment === found.segment ? was : segment;
    for (const problem of problems.get(before) ?? []) all.push(atPlaces(problem, (offset) => move(offset + start)));
    start += before.length;
  }
  return bySegment(segments, all);
}

export function atPlaces(problem: LocalProblem, place: (offset: number) => number): LocalProblem {
  const { start, end, related } = problem;
  const placed = { ...problem, start: place(start), end: place(end) };
  if (related === undefined) return placed;
  return { ...placed, related: { ...related, start: place(related.start), end: place(related.end) } };
}
