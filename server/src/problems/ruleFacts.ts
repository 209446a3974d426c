/** The rules of a file in the order of the text: those that are whole in a segment, and those that are not. */
import type { JsonNode } from '../document/nodes.js';
import type { Segment } from '../document/segment.js';
import { nodeFrom } from '../document/queries.js';
import { startAt } from '../document/records.js';
import { nodeIn } from '../document/tree.js';
import type { Changes, CheckedSegment } from './checkedSegment.js';
import type { FrameRule } from './frameProblems.js';
import type { RuleFact } from './rule.js';
import type { LocatedRule } from './segmentFacts.js';

/** @param before what an earlier version had: the same list, if nothing about it has changed */
export function ruleFacts(
  checked: readonly CheckedSegment[],
  ofFrames: readonly FrameRule[],
  before: readonly RuleFact[] | undefined,
): readonly RuleFact[] {
  const facts: RuleFact[] = [];
  visitInOrder(checked, ofFrames, ({ fact }) => facts.push(fact));
  const isSame = before?.length === facts.length && facts.every((fact, index) => equal(fact, before[index]));
  return isSame ? before : facts;
}

/** @returns the node of a rule by its index; its places count from `offset` */
export function rulePlaces(
  checked: readonly CheckedSegment[],
  ofFrames: readonly FrameRule[],
): (index: number) => { readonly node: JsonNode | undefined; readonly offset: number } | undefined {
  const places: RulePlace[] = [];
  return (index) => {
    if (places.length === 0)
      visitInOrder(checked, ofFrames, (rule, segment, offset) => places.push({ rule, segment, offset }));
    const { rule, segment, offset = 0 } = places[index] ?? {};
    if (rule === undefined) return undefined;
    if ('node' in rule) return { node: rule.node, offset: 0 };
    return { node: segment && nodeFrom(nodeIn(segment, rule.record), rule.path), offset };
  };
}

interface RulePlace {
  readonly rule: FrameRule | LocatedRule;
  readonly segment: Segment | undefined;
  readonly offset: number;
}

/** @param visit given the segment of a rule that is whole in it, and where it begins */
function visitInOrder(
  checked: readonly CheckedSegment[],
  ofFrames: readonly FrameRule[],
  visit: (rule: FrameRule | LocatedRule, segment: Segment | undefined, offset: number) => void,
): void {
  let frame = 0;
  let offset = 0;
  const framesBefore = (start: number) => {
    for (let next = ofFrames[frame]; next !== undefined && next.node.start < start; next = ofFrames[frame]) {
      visit(next, undefined, 0);
      frame += 1;
    }
  };
  for (const { segment, facts } of checked) {
    for (const rule of facts.rules) {
      if (frame < ofFrames.length) framesBefore(offset + startAt(segment.records, rule.record));
      visit(rule, segment, offset);
    }
    offset += segment.length;
  }
  framesBefore(Infinity);
}

/** Whether segments that took the place of others hold the same rules. */
export function haveSameRules(gone: Changes, come: Changes): boolean {
  // With others between them, a rule may have moved over the rules of these.
  if (gone.includes(undefined) || come.includes(undefined)) return false;
  const [was, is] = [factsIn(gone), factsIn(come)];
  return was.length === is.length && was.every((fact, index) => equal(fact, is[index]));
}

function factsIn(changes: Changes): readonly RuleFact[] {
  return changes.flatMap((each) => each?.facts.rules.map(({ fact }) => fact) ?? []);
}

function equal(a: RuleFact, b: RuleFact | undefined): boolean {
  return a === b || (a.name === b?.name && a.unconditional === b?.unconditional);
}
