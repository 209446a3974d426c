/**
 * The most ordinary edit: letters in the name of a rule, of which all that matters is whether it stands twice, or in a
 * string that no rule reads. What was found stays found, and moves with what stands behind the string.
 */
import { endAt, Kind, kindAt, startAt } from '../document/records.js';
import type { Segment } from '../document/segment.js';
import { sameOpen } from '../document/segment.js';
import { spanIn } from '../document/spanIn.js';
import { stringAt } from '../document/tokens.js';
import { atPlaces } from './bySegment.js';
import type { CheckedSegment } from './checkedSegment.js';
import type { LocalProblem } from './problem.js';
import type { LocatedRule, LooseText } from './segmentFacts.js';

export interface LooseEdit {
  readonly was: Segment;
  readonly is: CheckedSegment;
  /** The name of a rule, before and after; undefined when the string is none. */
  readonly name: { readonly was: string; readonly is: string } | undefined;
  /** Where the string ended before, from the start of the segment, and how far it has moved. */
  readonly end: number;
  readonly by: number;
}

/** @returns undefined when anything else has changed */
export function looseEdit(known: CheckedSegment, segment: Segment): LooseEdit | undefined {
  const { segment: was, facts } = known;
  if (was.records.length !== segment.records.length || !sameOpen(was.before, segment.before)) return undefined;
  if (!haveSameSyntax(was, segment)) return undefined;
  for (const text of facts.looseTexts) {
    const { record, start, isName } = text;
    if (kindAt(segment.records, record) !== Kind.string || startAt(segment.records, record) !== start) return undefined;
    const [end, endNow] = [endAt(was.records, record), endAt(segment.records, record)];
    if (was.text.slice(start, end) === segment.text.slice(start, endNow)) continue;
    if (was.text.slice(0, start) !== segment.text.slice(0, start)) return undefined;
    if (was.text.slice(end) !== segment.text.slice(endNow)) return undefined;
    if (known.problems.some((problem) => isIn(problem, start, end))) return undefined;
    const name = { was: stringAt(was.text, was.records, record), is: stringAt(segment.text, segment.records, record) };
    const by = endNow - end;
    const is = retyped(known, segment, text, (offset) => (offset < end ? offset : offset + by));
    return { was, is, name: isName ? name : undefined, end, by };
  }
  return undefined;
}

function haveSameSyntax(a: Segment, b: Segment): boolean {
  // Of what is behind the place where the reader gave up, segments say nothing.
  if (a.gaveUp || b.gaveUp || a.syntaxProblems.length !== b.syntaxProblems.length) return false;
  return a.syntaxProblems.every(({ kind }, index) => kind === b.syntaxProblems[index]?.kind);
}

/** Whether a problem is of the string or of something in it, and not of what is around it. */
function isIn(problem: LocalProblem, start: number, end: number): boolean {
  return problem.start < end && problem.end > start && (problem.start >= start || problem.end < end);
}

/** What is found of the segment now, without another look at it. */
function retyped(
  { problems, facts, shape, segment: was }: CheckedSegment,
  segment: Segment,
  { record, start, isName }: LooseText,
  move: (offset: number) => number,
): CheckedSegment {
  const moved = <T extends { readonly start: number }>(each: T): T => {
    const at = move(each.start);
    return at === each.start ? each : { ...each, start: at };
  };
  const renamed = (rule: LocatedRule): LocatedRule => {
    const isOwn = isName && rule.start < start && start < spanIn(was, rule.record, rule.path, 'value').end;
    const name = stringAt(segment.text, segment.records, record);
    return moved(isOwn ? { ...rule, fact: { ...rule.fact, name } } : rule);
  };
  return {
    segment,
    problems: problems.map((problem) => movedProblem(problem, move)),
    facts: {
      ...facts,
      watched: facts.watched.map(moved),
      rules: facts.rules.map(renamed),
      // A description may be in their sources, which nothing reads.
      listed: facts.listed.map(moved),
      looseTexts: facts.looseTexts.map(moved),
    },
    shape,
    elsewhere: undefined,
  };
}

function movedProblem(problem: LocalProblem, move: (offset: number) => number): LocalProblem {
  const { end, related } = problem;
  const stays = move(end) === end && (related === undefined || move(related.end) === related.end);
  return stays ? problem : atPlaces(problem, move);
}
