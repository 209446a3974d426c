/** What is found in a segment, and what the summary of the file needs of it. */
import type { ObjectFinding, PlainObject, RuleSummary } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { Path, Span } from '../json/nodes.js';
import { spanFrom } from '../json/queries.js';
import { startAt } from '../json/records.js';
import { countBefore } from '../json/search.js';
import type { Segment, SegmentContent } from '../json/segment.js';
import { nodeIn } from '../json/nodes.js';
import { servedBy } from './objects.js';

export interface SegmentSummary {
  /** In order; offsets from the start of the segment. */
  readonly problems: readonly SpanProblem[];
  /** The objects that checks look at which read more of the file, and all serves. */
  readonly objects: readonly FoundObject[];
  readonly rules: readonly RuleInSegment[];
  /** The indices of the variations that are served, each once. */
  readonly served: readonly number[];
}

/** Where a plain value comes from: a record of the segment, and the path from there. */
export interface Source {
  readonly record: number;
  readonly path: Path;
}

export interface FoundObject extends Source {
  readonly object: PlainObject;
  readonly shape: Shape;
}

export interface RuleInSegment extends Source, RuleSummary {
  readonly content: SegmentContent;
}

/**
 * Leaves out what JSON readers do not read.
 * @param ignored in order, and none in another
 * @param offset of the segment in the text in which those stand
 */
export function withoutIgnored(
  { records }: Segment,
  summary: SegmentSummary,
  ignored: readonly Span[],
  offset: number,
): SegmentSummary {
  if (ignored.length === 0) return summary;
  const isRead = (at: number) => {
    const span = ignored[countBefore(ignored, ({ end }) => end <= offset + at)];
    return span === undefined || span.start > offset + at;
  };
  const stays = ({ record }: Source) => isRead(startAt(records, record));
  const objects = summary.objects.filter(stays);
  return {
    problems: summary.problems.filter(({ code, start }) => isSaidAnyway(code) || isRead(start)),
    objects,
    rules: summary.rules.filter(stays),
    served: servedIn(objects),
  };
}

/** Findings about an object in the segment. */
export function located(
  content: SegmentContent,
  { record, path }: Source,
  findings: readonly ObjectFinding[],
): readonly SpanProblem[] {
  if (findings.length === 0) return none;
  const node = nodeIn(content, record);
  return findings.map(({ path: inObject, atKey = false, ...rest }) => {
    const { start, end } = spanFrom(node, [...path, ...inObject], atKey ? 'key' : 'value');
    return { ...rest, start, end };
  });
}

export function servedIn(objects: readonly FoundObject[]): readonly number[] {
  const serves = objects.filter(({ shape }) => shape.definition === 'serve');
  return serves.length === 0 ? none : [...new Set(serves.flatMap(({ object }) => servedBy(object)))];
}
const none: readonly never[] = [];

/** Syntax and names that stand twice are said also of what is not read. */
function isSaidAnyway(code: SpanProblem['code']): boolean {
  return code === 'syntax' || code === 'duplicate-key';
}

/** In order, and without those that are in another. */
export function outermost(spans: readonly Span[]): readonly Span[] {
  let end = 0;
  return spans.toSorted(byStart).filter((span) => {
    const isInner = span.start < end;
    if (!isInner) ({ end } = span);
    return !isInner;
  });
}

export function byStart(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}
