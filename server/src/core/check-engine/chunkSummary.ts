/** What is found in a chunk, and what the summary of the file needs of it. */
import type { FileFinding, PlainObject } from '../checks/check.js';
import type { SpanProblem } from '../checks/problem.js';
import type { Shape } from '../checks/shape.js';
import type { JsonNode, Path, Span } from '../json/nodes.js';
import { spanFrom } from '../json/queries.js';
import { startAt } from '../json/records.js';
import { countBefore } from '../json/search.js';
import type { ChunkContent } from '../json/chunk.js';
import { servedBy } from './objects.js';
import type { RuleList, RuleSummary } from './rules.js';
import { listOf } from './rules.js';

/** In a file. All are found, placed and sent in one step, some 30 microseconds each. */
export const MAX_PROBLEMS = 5_000;

export interface ChunkSummary {
  /** In order; offsets from the start of the chunk. */
  readonly problems: readonly SpanProblem[];
  /** The objects of which checks say something that depends on the rest of the file. */
  readonly dependent: readonly FoundObject[];
  readonly rules: RuleList<RuleInChunk>;
  /** The indices of the variations that are served, each once. */
  readonly served: readonly number[];
}

/** Where a plain value comes from: a record of the chunk, and the path from there. */
export interface Source {
  readonly record: number;
  readonly path: Path;
}

export interface FoundObject extends Source {
  readonly object: PlainObject;
  readonly shape: Shape;
}

export interface RuleInChunk extends Source, RuleSummary {
  readonly content: ChunkContent;
}

/**
 * Leaves out what JSON readers do not read.
 * @param ignored in order, and none in another
 * @param offset of the chunk in the text in which those stand
 */
export function withoutIgnored(
  { records }: Pick<ChunkContent, 'records'>,
  summary: ChunkSummary,
  ignored: readonly Span[],
  offset: number,
): ChunkSummary {
  if (ignored.length === 0) return summary;
  const isRead = (at: number) => {
    const span = ignored[countBefore(ignored, ({ end }) => end <= offset + at)];
    return span === undefined || span.start > offset + at;
  };
  const stays = ({ record }: Source) => isRead(startAt(records, record));
  const dependent = summary.dependent.filter(stays);
  return {
    problems: summary.problems.filter(({ code, start }) => isSaidAnyway(code) || isRead(start)),
    dependent,
    rules: listOf(summary.rules.rules.filter(stays)),
    served: servedIn(dependent),
  };
}

/** @param node that the path and then the paths of the findings begin at, made when there are any */
export function located(
  findings: readonly FileFinding[],
  node: () => JsonNode,
  path: Path = [],
): readonly SpanProblem[] {
  if (findings.length === 0) return none;
  const from = node();
  return findings.map(({ path: inObject, atKey = false, related, ...said }) => {
    const { start, end } = spanFrom(from, [...path, ...inObject], atKey ? 'key' : 'value');
    const others = related?.map(({ path: other, message }) => {
      const span = spanFrom(from, [...path, ...other], 'value');
      return { start: span.start, end: span.end, message };
    });
    return { ...said, start, end, ...(others && { related: others }) };
  });
}

export function servedIn(objects: readonly Pick<FoundObject, 'object' | 'shape'>[]): readonly number[] {
  const served = new Set<number>();
  for (const { object, shape } of objects)
    if (shape.definition === 'serve') for (const index of servedBy(object)) served.add(index);
  return [...served];
}
const none: readonly never[] = [];

/** Syntax and names that stand twice are said also of what is not read. */
export function isSaidAnyway(code: SpanProblem['code']): boolean {
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
