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
import { withSyntax } from './checkedSegment.js';
import type { LocalProblem } from './problem.js';
import type { LocatedRule, LooseText } from './segmentFacts.js';

export interface LooseEdit {
  readonly was: Segment;
  /** What is found of the segment now. */
  readonly found: CheckedSegment;
  /** The name of a rule, before and after; undefined when the string is none. */
  readonly name: { readonly was: string; readonly is: string } | undefined;
  /** Where the string ended before, from the start of the segment, and how far it has moved. */
  readonly end: number;
  readonly by: number;
}

/** @returns undefined when anything else has changed */
export function looseEdit(known: CheckedSegment, segment: Segment): LooseEdit | undefined {
  const { segment: was, problems } = known;
  const text = changedText(known, segment);
  if (text === undefined) return undefined;
  const { record, isName } = text;
  const end = endAt(was.records, record);
  const by = endAt(segment.records, record) - end;
  const move = (offset: number) => (offset < end ? offset : offset + by);
  // No rule reads the string, so all that can be wrong with it is its syntax.
  const others = problems.filter(({ code }) => code !== 'syntax');
  const found = retyped({ ...known, problems: others }, segment, text, move);
  const name = { was: stringAt(was.text, was.records, record), is: stringAt(segment.text, segment.records, record) };
  return { was, found, name: isName ? name : undefined, end, by };
}

/** The string that is all that is different. */
function changedText({ segment: was, facts }: CheckedSegment, segment: Segment): LooseText | undefined {
  if (was.records.length !== segment.records.length || !sameOpen(was.before, segment.before)) return undefined;
  if (!haveSameSyntax(was, segment)) return undefined;
  for (const each of facts.looseTexts) {
    const { record } = each;
    const start = startAt(was.records, record);
    if (kindAt(segment.records, record) !== Kind.string || startAt(segment.records, record) !== start) return undefined;
    const [end, endNow] = [endAt(was.records, record), endAt(segment.records, record)];
    if (was.text.slice(start, end) === segment.text.slice(start, endNow)) continue;
    const isAllElseSame =
      was.text.slice(0, start) === segment.text.slice(0, start) && was.text.slice(end) === segment.text.slice(endNow);
    return isAllElseSame ? each : undefined;
  }
  return undefined;
}

/** Where the reader understands other values, it names other mistakes, or as many of another kind. */
function haveSameSyntax(a: Segment, b: Segment): boolean {
  // Of what is behind the place where the reader gave up, segments say nothing.
  if (a.gaveUp || b.gaveUp || a.syntaxProblems.length !== b.syntaxProblems.length) return false;
  return a.syntaxProblems.every(({ kind }, index) => kind === b.syntaxProblems[index]?.kind);
}

/**
 * What is found of the segment now, without another look at it.
 * @param known with no problems of its syntax
 */
function retyped(
  { problems, facts, shape, segment: was }: CheckedSegment,
  segment: Segment,
  { record, isName }: LooseText,
  move: (offset: number) => number,
): CheckedSegment {
  const start = startAt(was.records, record);
  const isNamed = (rule: LocatedRule) => {
    const { start: from, end } = spanIn(was, rule.record, rule.path, 'value');
    return from < start && start < end;
  };
  const name = stringAt(segment.text, segment.records, record);
  const renamed = (rule: LocatedRule) => (isNamed(rule) ? { ...rule, fact: { ...rule.fact, name } } : rule);
  const moved = problems.map((problem) => movedProblem(problem, move));
  // A description stays in `listed` as it was: nothing reads it.
  const rules = isName ? facts.rules.map(renamed) : facts.rules;
  return { segment, problems: withSyntax(segment, moved), facts: { ...facts, rules }, shape, elsewhere: undefined };
}

function movedProblem(problem: LocalProblem, move: (offset: number) => number): LocalProblem {
  const { end, related } = problem;
  const stays = move(end) === end && (related === undefined || move(related.end) === related.end);
  return stays ? problem : atPlaces(problem, move);
}
