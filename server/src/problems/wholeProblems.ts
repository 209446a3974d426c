/** What rules find that look at the file as a whole, with places in the whole text. */
import type { JsonDocument } from '../document/document.js';
import type { JsonNode } from '../document/nodes.js';
import { nodeAt, propertyNamed, spanFrom } from '../document/queries.js';
import { nodeIn } from '../document/tree.js';
import type { CheckedSegment } from './checkedSegment.js';
import type { FrameProblems, FrameRule } from './frameProblems.js';
import { servedBy, servesSomething } from './lookInto.js';
import type { Finding, LocalProblem } from './problem.js';
import type { FileFacts, OtherToggles, RuleFact, RuleFinding, WholeFile } from './rule.js';
import { wholeRules } from './rules.js';

/** A rule, and its node. */
export interface RuleInPlace {
  readonly fact: RuleFact;
  /** Its nodes count from `offset`. */
  readonly node: () => JsonNode;
  readonly offset: number;
}

export interface Known {
  readonly checked: readonly CheckedSegment[];
  readonly rules: readonly RuleInPlace[];
  readonly file: FileFacts;
  readonly ofFrames: FrameProblems;
  readonly others: OtherToggles | undefined;
  readonly tooLarge: Finding | undefined;
}

export function wholeProblems(document: JsonDocument, known: Known): LocalProblem[] {
  const { rules, tooLarge } = known;
  const file = wholeFile(document, known);
  const problems = wholeRules.flatMap((rule) =>
    rule(file).flatMap(({ of, index, ...finding }) => {
      const inPlace = of === 'rules' ? rules[index] : undefined;
      const node = inPlace?.node() ?? nodeAt(document, ['content', of, index]);
      return node === undefined ? [] : [problemIn(node, inPlace?.offset ?? 0, finding)];
    }),
  );
  const content = tooLarge && propertyNamed(document.root, 'content')?.key;
  if (tooLarge === undefined || content === undefined) return problems;
  return [...problems, { ...tooLarge, start: content.start, end: content.end }];
}

/** The rules that are whole in a segment, and those that are not, in the order of the text. */
export function rulesInOrder(
  checked: readonly CheckedSegment[],
  ofFrames: readonly FrameRule[],
): readonly RuleInPlace[] {
  const rules: RuleInPlace[] = [];
  let frame = 0;
  let offset = 0;
  const framesBefore = (start: number) => {
    for (let next = ofFrames[frame]; next !== undefined && next.node.start < start; next = ofFrames[frame]) {
      const { fact, node } = next;
      rules.push({ fact, node: () => node, offset: 0 });
      frame += 1;
    }
  };
  for (const { segment, rules: own } of checked) {
    for (const { fact, record, path, start } of own) {
      framesBefore(offset + start);
      const node = () => nodeAlong(nodeIn(segment, record), path);
      rules.push({ fact, node, offset });
    }
    offset += segment.text.length;
  }
  framesBefore(Infinity);
  return rules;
}

function nodeAlong(root: JsonNode, path: readonly (string | number)[]): JsonNode {
  let node = root;
  for (const step of path) {
    const next =
      typeof step === 'string' ? propertyNamed(node, step)?.node : node.kind === 'array' ? node.items[step] : undefined;
    node = next ?? node;
  }
  return node;
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
  const served = checked.flatMap(({ watched }) => watched.flatMap(({ object }) => servedBy(object)));
  return {
    ...file,
    rules: rules.map(({ fact }) => fact),
    listed: list('variations')?.value,
    prerequisites: list('prerequisites')?.value ?? [],
    served: new Set([...served, ...ofFrames.served]),
    saysAllServes: list('rules') !== undefined && serves('disabledServe') && serves('defaultServe'),
    others,
  };
}
