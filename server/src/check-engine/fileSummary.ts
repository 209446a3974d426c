/** What checks may know of a file as a whole: the summaries of its segments and its spanning objects, put together. */
import type { FileSummary, KnownService, RuleSummary } from '../checks/check.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import type { JsonDocument } from '../json/document.js';
import type { ArrayNode, ObjectNode } from '../json/nodes.js';
import { nodeAt, propertyNamed } from '../json/queries.js';
import { startAt } from '../json/records.js';
import type { Segment } from '../json/segment.js';
import { servedBy, servesSomething, summaryOfRule } from './objects.js';
import type { FoundRule, SegmentSummary } from './segmentSummary.js';
import type { SpanningObject } from './spanning.js';

/** A rule, whole in a segment or spanning several. */
export type RuleInFile = FoundRule | (RuleSummary & { readonly node: ObjectNode });

/** All rules in the order of the text. */
export function rulesInFile(
  segments: readonly Segment[],
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
): readonly RuleInFile[] {
  const rules: RuleInFile[] = [];
  for (const summary of summaries) for (const rule of summary.rules) rules.push(rule);
  const long = spanning.filter(({ shape }) => shape.definition === 'rule');
  if (long.length === 0) return rules;
  const offsets = offsetsOf(segments);
  const startOf = (rule: RuleInFile) =>
    'node' in rule ? rule.node.start : (offsets.get(rule.content) ?? 0) + startAt(rule.content.records, rule.record);
  for (const { node, object } of long) rules.push({ ...summaryOfRule(object), node });
  return rules.sort((a, b) => startOf(a) - startOf(b));
}

/** Where the content of each segment begins: in UTF-16 units from the start of the text. */
export function offsetsOf(segments: readonly Segment[]): ReadonlyMap<Segment['content'], number> {
  let offset = 0;
  return new Map(
    segments.map(({ content, length }) => {
      offset += length;
      return [content, offset - length];
    }),
  );
}

/** What is known beside the file. */
export interface Known {
  readonly services: readonly KnownService[];
  readonly otherToggles: OtherToggles | undefined;
}

export function fileSummary(
  document: JsonDocument,
  rules: readonly RuleInFile[],
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
  { services, otherToggles }: Known,
): FileSummary {
  const served = new Set<number>();
  for (const { served: inSegment } of summaries) for (const index of inSegment) served.add(index);
  for (const { object, shape } of spanning)
    if (shape.definition === 'serve') for (const index of servedBy(object)) served.add(index);
  const disabled = nodeAt(document, ['disabled']);
  const content = nodeAt(document, ['content']);
  const list = (key: string) => {
    const node = propertyNamed(content, key)?.node;
    return node?.kind === 'array' ? node : undefined;
  };
  const serves = (key: string) => servesSomething(propertyNamed(content, key)?.node?.value);
  const variations = list('variations');
  return {
    variationCount: variations?.length,
    disabled: disabled?.kind === 'boolean' ? disabled.value === true : undefined,
    rules,
    variations: itemsOf(variations),
    prerequisites: itemsOf(list('prerequisites')) ?? [],
    served,
    saysAllServes: list('rules') !== undefined && serves('disabledServe') && serves('defaultServe'),
    services,
    otherToggles,
  };
}

/** As many as anybody has, and more. */
const mostItems = 1_000;

function itemsOf(list: ArrayNode | undefined): readonly unknown[] | undefined {
  return list?.slice(0, mostItems).map(({ value }) => value);
}
