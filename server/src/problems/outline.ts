/**
 * What is to be said of the document as a whole: its containers that go on beyond a segment, and what rules find that look
 * at the whole file. After an edit that changes nothing of that, it is the same as before.
 */
import type { JsonDocument } from '../document/document.js';
import type { Frame } from '../document/frames.js';
import { framesOf, segmentFinder } from '../document/frames.js';
import type { Span } from '../document/nodes.js';
import type { Segment } from '../document/segment.js';
import { lengthAt, scalarAt } from '../document/tree.js';
import type { CheckedSegment } from './checkedSegment.js';
import { contentTooLarge } from './contentSize.js';
import { frameProblems } from './frameProblems.js';
import { servedBy } from './lookInto.js';
import type { LocalProblem } from './problem.js';
import type { FileFacts, OtherToggles, RuleFact } from './rule.js';
import { RuleNames } from './ruleNames.js';
import type { Shape } from './shape.js';
import { rulesInOrder, wholeProblems } from './wholeProblems.js';

export interface Outline {
  /** By the segment that they begin in; they may end beyond it. */
  readonly problems: ReadonlyMap<Segment, readonly LocalProblem[]>;
  /** Of those, the containers' own: their places change with any edit. */
  readonly framesHaveProblems: boolean;
  /** What JSON readers do not read; in order. */
  readonly ignored: readonly Span[];
  readonly file: FileFacts;
  readonly names: RuleNames;
  /** A list that is longer than a segment has items that matter. */
  readonly readsItems: boolean;
  readonly tooLarge: boolean;
}

/** @param shape undefined where only the JSON itself is looked at */
export function outlineOf(
  document: JsonDocument,
  shape: Shape | undefined,
  checked: readonly CheckedSegment[],
  others: OtherToggles | undefined,
): Outline {
  const { segments, length } = document;
  const frames = framesOf(segments, length);
  const file = fileFacts(segments, frames);
  const ofFrames = frameProblems(segments, frames, shape, file);
  const rules = rulesInOrder(checked, ofFrames.rules);
  const problems = new Map<Segment, LocalProblem[]>();
  const segmentAt = segmentFinder(segments);
  const add = (problem: LocalProblem) => {
    const at = segmentAt(problem.start);
    if (at === undefined) return;
    const { segment, offset } = at;
    const own = { ...problem, start: problem.start - offset, end: problem.end - offset };
    const related = problem.related && {
      related: { ...problem.related, start: problem.related.start - offset, end: problem.related.end - offset },
    };
    const there = problems.get(segment);
    if (there === undefined) problems.set(segment, [{ ...own, ...related }]);
    else there.push({ ...own, ...related });
  };
  ofFrames.problems.forEach(add);
  const tooLarge = contentTooLarge(document);
  if (shape !== undefined) wholeProblems(document, { checked, rules, file, ofFrames, others, tooLarge }).forEach(add);
  return {
    problems,
    framesHaveProblems: ofFrames.problems.length > 0,
    ignored: ofFrames.ignored,
    file,
    names: new RuleNames(rules.facts),
    readsItems: ofFrames.readsItems,
    tooLarge: tooLarge !== undefined,
  };
}

function fileFacts(segments: readonly Segment[], frames: Frame): FileFacts {
  const disabled = scalarAt(segments, frames, 'disabled');
  return {
    variations: lengthAt(segments, frames, ['content', 'variations']),
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
  };
}

/** Whether a document in which some segments took the place of others has the same outline. */
export function hasSameOutline(
  document: JsonDocument,
  { problems, framesHaveProblems, ignored, readsItems, names, tooLarge }: Outline,
  gone: readonly CheckedSegment[],
  come: readonly CheckedSegment[],
): boolean {
  // Places in the text are never the same.
  if (framesHaveProblems || ignored.length > 0 || readsItems) return false;
  if (gone.some(({ segment }) => problems.has(segment))) return false;
  const [before, now] = [itemsIn(gone), itemsIn(come)];
  if (before === undefined || before !== now || !sameFacts(gone, come)) return false;
  if (tooLarge || contentTooLarge(document) !== undefined) return false;
  return names.replace(gone.flatMap(namesIn), come.flatMap(namesIn));
}

/** How many items are in segments that hold nothing else. */
function itemsIn(checked: readonly CheckedSegment[]): number | undefined {
  let items = 0;
  for (const { segment } of checked) {
    if (!segment.isPlain) return undefined;
    items -= segment.spine[0] ?? 0;
  }
  return items;
}

/** Of all that rules of the whole file look at, but for the names of rules. */
function sameFacts(gone: readonly CheckedSegment[], come: readonly CheckedSegment[]): boolean {
  const facts = (checked: readonly CheckedSegment[]) => [
    checked.flatMap(({ watched }) => watched.flatMap(({ object }) => servedBy(object))).join(),
    checked.flatMap(({ rules }) => rules.map(({ fact }) => fact.unconditional)).join(),
    checked.flatMap(({ listed }) => listed.map(({ source }) => source)).join(),
  ];
  const now = facts(come);
  return facts(gone).every((fact, index) => fact === now[index]);
}

function namesIn({ rules }: CheckedSegment): readonly RuleFact[] {
  return rules.map(({ fact }) => fact);
}
