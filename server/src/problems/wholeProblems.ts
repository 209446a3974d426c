/** What rules find that look at the file as a whole, with places in the whole text. */
import type { JsonDocument } from '../document/document.js';
import type { ArrayNode, JsonNode } from '../document/nodes.js';
import { nodeAt, propertyNamed, spanFrom } from '../document/queries.js';
import type { CheckedSegment } from './checkedSegment.js';
import type { FrameProblems, FrameRule } from './frameProblems.js';
import { servesSomething } from './lookInto.js';
import type { LocalProblem } from './problem.js';
import type { FileFacts, OtherToggles, RuleFact, RuleFinding, WholeFile, WholeFinding } from './rule.js';
import { ruleOrderRules, wholeRules } from './rules.js';
import { rulePlaces } from './ruleFacts.js';
import type { ServeCounts } from './serveCounts.js';

export interface Known {
  readonly rules: readonly RuleFact[];
  readonly file: FileFacts;
  /** By what is whole in a segment. */
  readonly served: ServeCounts;
  readonly ofFrames: FrameProblems;
  readonly others: OtherToggles | undefined;
}

/** What is found, without its places: they change with edits that change nothing else. */
export function wholeFindings(document: JsonDocument, known: Known): readonly WholeFinding[] {
  const file = wholeFile(document, known);
  return orderFindings(known.rules).concat(wholeRules.flatMap((rule) => rule(file).slice(0, most)));
}

export function placeFindings(
  document: JsonDocument,
  findings: readonly WholeFinding[],
  checked: readonly CheckedSegment[],
  ofFrames: readonly FrameRule[],
): LocalProblem[] {
  const placeOf = rulePlaces(checked, ofFrames);
  return findings.flatMap((finding) => {
    const { of, index } = finding;
    const place = of === 'rules' ? placeOf(index) : { node: nodeAt(document, ['content', of, index]), offset: 0 };
    return place?.node === undefined ? [] : [problemIn(place.node, place.offset, finding)];
  });
}

/** Of one rule: what it finds a thousand times, nobody reads more of. */
const most = 1_000;

/** A list is looked at once, as after most edits it is the same. */
function orderFindings(rules: readonly RuleFact[]): readonly WholeFinding[] {
  let findings = ofLists.get(rules);
  if (findings === undefined) {
    findings = ruleOrderRules.flatMap((rule) => rule(rules).slice(0, most));
    ofLists.set(rules, findings);
  }
  return findings;
}
const ofLists = new WeakMap<readonly RuleFact[], readonly WholeFinding[]>();

function problemIn(node: JsonNode, offset: number, { path, atKey = false, ...finding }: RuleFinding): LocalProblem {
  const { start, end } = spanFrom(node, path, atKey ? 'key' : 'value');
  return { ...finding, start: start + offset, end: end + offset };
}

function wholeFile(document: JsonDocument, { file, served, ofFrames, others }: Known): WholeFile {
  const content = nodeAt(document, ['content']);
  const serves = (key: string) => servesSomething(propertyNamed(content, key)?.node?.value);
  const list = (key: string) => {
    const node = propertyNamed(content, key)?.node;
    return node?.kind === 'array' ? node : undefined;
  };
  return {
    ...file,
    listed: itemsOf(list('variations')),
    prerequisites: itemsOf(list('prerequisites')) ?? [],
    served: new Set([...served.keys(), ...ofFrames.served]),
    saysAllServes: list('rules') !== undefined && serves('disabledServe') && serves('defaultServe'),
    others,
  };
}

/** As many as anybody has, and more. */
function itemsOf(list: ArrayNode | undefined): readonly unknown[] | undefined {
  return list?.slice(0, most).map(({ value }) => value);
}
