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
  const long = spanning.filter(({ shape }) => shape.definition === 'rule');
  /** Those of the long ones that stand before a place. */
  const addLong = (before: number) => {
    for (let next = long[0]; next !== undefined && next.node.start < before; next = long[0]) {
      rules.push({ ...summaryOfRule(next.object), node: next.node });
      long.shift();
    }
  };
  let offset = 0;
  for (const [index, segment] of segments.entries()) {
    for (const rule of summaries[index]?.rules ?? []) {
      if (long.length > 0) addLong(offset + startAt(segment.records, rule.record));
      rules.push(rule);
    }
    offset += segment.length;
  }
  addLong(Infinity);
  return rules;
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
