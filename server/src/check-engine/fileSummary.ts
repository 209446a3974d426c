/** What checks may know of a file as a whole: the summaries of its segments and its spanning objects, put together. */
import type { FileSummary, KnownService, PlainObject, RuleSummary } from '../checks/check.js';
import type { JsonDocument } from '../json/document.js';
import { asArray } from '../json/plain.js';
import { nodeAt, propertyNamed } from '../json/queries.js';
import { startAt } from '../json/records.js';
import type { Segment } from '../json/segment.js';
import type { SpanningContainer } from '../json/spanningContainers.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { servedBy, servesSomething, summaryOfRule } from './objects.js';
import type { RuleInSegment, SegmentSummary } from './segmentSummary.js';
import type { SpanningObject } from './spanning.js';

/** A rule, whole in a segment or spanning several. */
export type RuleInFile = RuleInSegment | (RuleSummary & { readonly container: SpanningContainer });

/** All rules in the order of the text. */
export function rulesInFile(
  segments: readonly Segment[],
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
): readonly RuleInFile[] {
  const rules: RuleInFile[] = [];
  const long = spanning.filter(({ shape }) => shape.definition === 'rule');
  const addLongBefore = (offset: number) => {
    for (let next = long[0]; next !== undefined && next.container.start < offset; next = long[0]) {
      rules.push({ ...summaryOfRule(next.object), container: next.container });
      long.shift();
    }
  };
  let offset = 0;
  for (const [index, segment] of segments.entries()) {
    for (const rule of summaries[index]?.rules ?? []) {
      if (long.length > 0) addLongBefore(offset + startAt(segment.records, rule.record));
      rules.push(rule);
    }
    offset += segment.length;
  }
  addLongBefore(Infinity);
  return rules;
}

/** What is known beside the file. */
export interface KnownBeside {
  readonly services: readonly KnownService[];
  readonly otherToggles: OtherToggles | undefined;
}

/** @param known beside the file */
export function summaryOfDocument(
  document: JsonDocument,
  rules: readonly RuleInFile[],
  summaries: readonly SegmentSummary[],
  spanning: readonly SpanningObject[],
  known: KnownBeside,
): FileSummary {
  const content = nodeAt(document, ['content']);
  const node = (key: string) => propertyNamed(content, key)?.node;
  const list = (key: string, most: number) => {
    const array = node(key);
    if (array?.kind !== 'array') return undefined;
    return array.length > most ? array.slice(0, most).map(({ value }) => value) : array.value;
  };
  const parts = {
    // Of the rules, more is known already.
    rules: list('rules', 0),
    variations: list('variations', mostItems),
    prerequisites: list('prerequisites', mostItems),
    disabledServe: node('disabledServe')?.value,
    defaultServe: node('defaultServe')?.value,
  };
  const variations = node('variations');
  const serves = spanning.filter(({ shape }) => shape.definition === 'serve').map(({ object }) => servedBy(object));
  return {
    ...fileSummary(
      nodeAt(document, ['disabled'])?.value,
      parts,
      rules,
      [...summaries.map(({ served }) => served), ...serves],
      known,
    ),
    variationCount: variations?.kind === 'array' ? variations.length : undefined,
  };
}

/**
 * @param content of which the rules and serves are known already, but for the two outside the rules
 * @param served the indices of variations that each serve, or a segment's serves together, serve
 */
export function fileSummary(
  disabled: unknown,
  content: PlainObject,
  rules: readonly RuleSummary[],
  served: readonly (readonly number[])[],
  known: KnownBeside,
): FileSummary {
  const { rules: listed, variations, prerequisites, disabledServe, defaultServe } = content;
  const servedIndices = new Set<number>();
  for (const indices of served) for (const index of indices) servedIndices.add(index);
  return {
    variationCount: asArray(variations)?.length,
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    rules,
    variations: asArray(variations),
    prerequisites: asArray(prerequisites) ?? [],
    served: servedIndices,
    saysAllServes: Array.isArray(listed) && servesSomething(disabledServe) && servesSomething(defaultServe),
    ...known,
  };
}

/** As many as anybody has, and more. */
const mostItems = 1_000;
