/** What checks may know of a file as a whole: the summaries of its segments and its spanning objects, put together. */
import type { FileSummary, KnownService, PlainObject } from '../checks/check.js';
import type { Segments } from '../json/children.js';
import { itemsOf, propertiesOf, segmentOf } from '../json/children.js';
import type { JsonDocument } from '../json/document.js';
import { asArray } from '../json/plain.js';
import { valueOf } from '../json/plainData.js';
import { Kind, kindAt } from '../json/records.js';
import type { Child, SpanningContainer } from '../json/spanningContainers.js';
import { stringAt } from '../json/tokens.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { servesSomething } from './objects.js';
import type { RuleList, RuleSummary } from './rules.js';
import { joined, listOf, summaryOfRule } from './rules.js';
import type { RuleInSegment, SegmentSummary } from './segmentSummary.js';
import { servedIn } from './segmentSummary.js';
import type { SpanningObject } from './spanning.js';

/** A rule, whole in a segment or spanning several. */
export type RuleInFile =
  RuleInSegment | (RuleSummary & { readonly container: SpanningContainer; readonly record: number });

/** All rules in the order of the text, a list for each segment. */
export function rulesInFile(
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
): readonly RuleList<RuleInFile>[] {
  const lists: RuleList<RuleInFile>[] = summaries.map(({ rules }) => rules);
  for (const { container, object, shape } of spanning) {
    if (shape.definition !== 'rule') continue;
    const { segment, record } = container.at;
    const rules = [...(lists[segment]?.rules ?? []), { ...summaryOfRule(object), container, record }];
    lists[segment] = listOf(rules.sort((a, b) => a.record - b.record));
  }
  return lists;
}

/** What is known beside the file. */
export interface KnownBeside {
  readonly services: readonly KnownService[];
  readonly otherToggles: OtherToggles | undefined;
}

/** @param known beside the file */
export function summaryOfDocument(
  { segments, spanning: { at } }: JsonDocument,
  rules: readonly RuleList[],
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
  known: KnownBeside,
): FileSummary {
  const [root] = itemsOf(segments, at);
  const body = valuesIn(segments, root);
  const content = valuesIn(segments, body.get('content'));
  const plain = (child: Child | undefined) => child && valueOf(segments, child);
  const variations = firstItems(segments, content.get('variations'));
  const parts = {
    // Of the rules, more is known already.
    rules: isKind(segments, content.get('rules'), Kind.array) ? [] : undefined,
    variations,
    prerequisites: firstItems(segments, content.get('prerequisites')),
    disabledServe: plain(content.get('disabledServe')),
    defaultServe: plain(content.get('defaultServe')),
  };
  return {
    ...fileSummary(
      plain(body.get('disabled')),
      parts,
      joined(rules),
      [...summaries.map(({ served }) => served), servedIn(spanning)],
      known,
    ),
    variationCount: variations && (content.get('variations')?.spanning?.items ?? variations.length),
  };
}

/**
 * @param content of which the rules and serves are known already, but for the two outside the rules
 * @param served the indices of variations that each serve, or a segment's serves together, serve
 */
export function fileSummary(
  disabled: unknown,
  content: PlainObject,
  rules: ReturnType<typeof joined>,
  served: readonly (readonly number[])[],
  known: KnownBeside,
): FileSummary {
  const { rules: listed, variations, prerequisites, disabledServe, defaultServe } = content;
  const servedIndices = new Set<number>();
  for (const indices of served) for (const index of indices) servedIndices.add(index);
  return {
    variationCount: asArray(variations)?.length,
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    ...rules,
    variations: asArray(variations),
    prerequisites: asArray(prerequisites) ?? [],
    served: servedIndices,
    saysAllServes: Array.isArray(listed) && servesSomething(disabledServe) && servesSomething(defaultServe),
    ...known,
  };
}

/** By the names of an object's properties, as JSON readers would read them; undefined while a property is half typed. */
function valuesIn(segments: Segments, object: Child | undefined): ReadonlyMap<string, Child | undefined> {
  const values = new Map<string, Child | undefined>();
  if (object === undefined || !isKind(segments, object, Kind.object)) return values;
  for (const { key, value } of propertiesOf(segments, object)) {
    const { text, records } = segmentOf(segments, key);
    values.set(stringAt(text, records, key.record), value);
  }
  return values;
}

/** Undefined of what is no list. */
function firstItems(segments: Segments, list: Child | undefined): readonly unknown[] | undefined {
  if (list === undefined || !isKind(segments, list, Kind.array)) return undefined;
  // One that is whole in a segment is short.
  if (list.spanning === undefined || list.spanning.items <= mostItems) return asArray(valueOf(segments, list));
  const items: unknown[] = [];
  for (const item of itemsOf(segments, list)) {
    if (items.length === mostItems) break;
    items.push(valueOf(segments, item));
  }
  return items;
}

function isKind(segments: Segments, value: Child | undefined, kind: Kind): boolean {
  return value !== undefined && kindAt(segmentOf(segments, value).records, value.record) === kind;
}

/** As many as anybody has, and more. */
const mostItems = 1_000;
