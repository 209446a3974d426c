/** What rules find that look at the file as a whole, with places in the whole text. */
import type { JsonDocument } from '../document/document.js';
import type { ArrayNode, JsonNode } from '../document/nodes.js';
import { nodeAt, nodeFrom, propertyNamed, spanFrom } from '../document/queries.js';
import { nodeIn } from '../document/tree.js';
import type { Segment } from '../document/segment.js';
import type { CheckedSegment, LocatedRule } from './checkedSegment.js';
import type { FrameProblems, FrameRule } from './frameProblems.js';
import { servedBy, servesSomething } from './lookInto.js';
import type { Finding, LocalProblem } from './problem.js';
import type { FileFacts, OtherToggles, RuleFact, RuleFinding, WholeFile } from './rule.js';
import { wholeRules } from './rules.js';

/** The rules of a file, in the order of the text. */
export interface RulesInPlace {
  readonly facts: readonly RuleFact[];
  /** The node of one of them; its places count from `offset`. */
  readonly at: (index: number) => { readonly node: JsonNode; readonly offset: number } | undefined;
}

export interface Known {
  readonly checked: readonly CheckedSegment[];
  readonly rules: RulesInPlace;
  readonly file: FileFacts;
  readonly ofFrames: FrameProblems;
  readonly others: OtherToggles | undefined;
  readonly tooLarge: Finding | undefined;
}

export function wholeProblems(document: JsonDocument, known: Known): LocalProblem[] {
  const { rules, tooLarge } = known;
  const file = wholeFile(document, known);
  const problems = wholeRules.flatMap((rule) =>
    rule(file)
      .slice(0, most)
      .flatMap(({ of, index, ...finding }) => {
        const inPlace = of === 'rules' ? rules.at(index) : undefined;
        const node = inPlace?.node ?? nodeAt(document, ['content', of, index]);
        return node === undefined ? [] : [problemIn(node, inPlace?.offset ?? 0, finding)];
      }),
  );
  const content = tooLarge && propertyNamed(document.root, 'content')?.key;
  if (tooLarge === undefined || content === undefined) return problems;
  return [...problems, { ...tooLarge, start: content.start, end: content.end }];
}

/** Of one rule: what it finds a thousand times, nobody reads more of. */
const most = 1_000;

/** Those that are whole in a segment, and those that are not. */
export function rulesInOrder(checked: readonly CheckedSegment[], ofFrames: readonly FrameRule[]): RulesInPlace {
  const facts: RuleFact[] = [];
  const places: (FrameRule | { readonly segment: Segment; readonly rule: LocatedRule; readonly offset: number })[] = [];
  let frame = 0;
  let offset = 0;
  const framesBefore = (start: number) => {
    for (let next = ofFrames[frame]; next !== undefined && next.node.start < start; next = ofFrames[frame]) {
      facts.push(next.fact);
      places.push(next);
      frame += 1;
    }
  };
  for (const { segment, rules } of checked) {
    for (const rule of rules) {
      if (frame < ofFrames.length) framesBefore(offset + rule.start);
      facts.push(rule.fact);
      places.push({ segment, rule, offset });
    }
    offset += segment.text.length;
  }
  framesBefore(Infinity);
  const at = (index: number) => {
    const place = places[index];
    if (place === undefined || !('segment' in place)) return place && { node: place.node, offset: 0 };
    const { segment, rule, offset: start } = place;
    const node = nodeFrom(nodeIn(segment, rule.record), rule.path);
    return node && { node, offset: start };
  };
  return { facts, at };
}

function problemIn(node: JsonNode, offset: number, { path, atKey = false, ...finding }: RuleFinding): LocalProblem {
  const { start, end } = spanFrom(node, path, atKey ? 'key' : 'value');
  return { ...finding, start: start + offset, end: end + offset };
}

function wholeFile(document: JsonDocument, { checked, rules, file, ofFrames, others }: Known): WholeFile {
  const content = nodeAt(document, ['content']);
  const serves = (key: string) => servesSomething(propertyNamed(content, key)?.node?.value);
  const list = (key: string) => {
    const node = propertyNamed(content, key)?.node;
    return node?.kind === 'array' ? node : undefined;
  };
  const served = new Set(ofFrames.served);
  for (const { watched } of checked)
    for (const { object } of watched) for (const index of servedBy(object)) served.add(index);
  return {
    ...file,
    rules: rules.facts,
    listed: itemsOf(list('variations')),
    prerequisites: itemsOf(list('prerequisites')) ?? [],
    served,
    saysAllServes: list('rules') !== undefined && serves('disabledServe') && serves('defaultServe'),
    others,
  };
}

/** As many as anybody has, and more. */
function itemsOf(list: ArrayNode | undefined): readonly unknown[] | undefined {
  return list?.slice(0, most).map(({ value }) => value);
}
