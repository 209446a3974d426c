/** What checks may know of a file as a whole: the summaries of its chunks and its spanning objects, put together. */
import type { FileSummary, PlainObject } from '../checks/check.js';
import type { Chunks } from '../json/children.js';
import { itemsOf, propertiesOf, chunkOf } from '../json/children.js';
import type { JsonDocument } from '../json/document.js';
import { asArray } from '../json/plain.js';
import { valueOf } from '../json/plainData.js';
import { Kind, kindAt } from '../json/records.js';
import type { Child, SpanningContainer } from '../json/spanningContainers.js';
import { stringAt } from '../json/tokens.js';
import { servesSomething } from './objects.js';
import type { RuleList, RuleSummary } from './rules.js';
import { joined, listOf, summaryOfRule } from './rules.js';
import type { RuleInChunk, ChunkSummary } from './chunkSummary.js';
import { servedIn } from './chunkSummary.js';
import type { SpanningObject } from './spanning.js';

/** A rule, whole in a chunk or spanning several. */
export type RuleInFile =
  RuleInChunk | (RuleSummary & { readonly container: SpanningContainer; readonly record: number });

/** All rules in the order of the text, a list for each chunk. */
export function rulesInFile(
  summaries: readonly ChunkSummary[],
  spanning: readonly SpanningObject[],
): readonly RuleList<RuleInFile>[] {
  const lists: RuleList<RuleInFile>[] = summaries.map(({ rules }) => rules);
  for (const { container, object, shape } of spanning) {
    if (shape.definition !== 'rule') continue;
    const { chunk, record } = container.at;
    const rules = [...(lists[chunk]?.rules ?? []), { ...summaryOfRule(object), container, record }];
    lists[chunk] = listOf(rules.sort((a, b) => a.record - b.record));
  }
  return lists;
}

/** What is known beside the file. */
export type KnownBeside = Pick<FileSummary, 'services' | 'otherToggles' | 'policies'>;

/** @param known beside the file */
export function summaryOfDocument(
  { chunks, spanning: { at } }: JsonDocument,
  rules: readonly RuleList[],
  summaries: readonly ChunkSummary[],
  spanning: readonly SpanningObject[],
  known: KnownBeside,
): FileSummary {
  const [root] = itemsOf(chunks, at);
  const body = valuesIn(chunks, root);
  const content = valuesIn(chunks, body.get('content'));
  const plain = (child: Child | undefined) => child && valueOf(chunks, child);
  const variations = firstItems(chunks, content.get('variations'));
  const parts = {
    // Of the rules, more is known already.
    rules: isKind(chunks, content.get('rules'), Kind.array) ? [] : undefined,
    variations,
    prerequisites: firstItems(chunks, content.get('prerequisites')),
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
 * @param served the indices of variations that each serve, or a chunk's serves together, serve
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
function valuesIn(chunks: Chunks, object: Child | undefined): ReadonlyMap<string, Child | undefined> {
  const values = new Map<string, Child | undefined>();
  if (object === undefined || !isKind(chunks, object, Kind.object)) return values;
  for (const { key, value } of propertiesOf(chunks, object)) {
    const { text, records } = chunkOf(chunks, key);
    values.set(stringAt(text, records, key.record), value);
  }
  return values;
}

/** Undefined of what is no list. */
function firstItems(chunks: Chunks, list: Child | undefined): readonly unknown[] | undefined {
  if (list === undefined || !isKind(chunks, list, Kind.array)) return undefined;
  // One that is whole in a chunk is short.
  if (list.spanning === undefined || list.spanning.items <= MAX_ITEMS) return asArray(valueOf(chunks, list));
  const items: unknown[] = [];
  for (const item of itemsOf(chunks, list)) {
    if (items.length === MAX_ITEMS) break;
    items.push(valueOf(chunks, item));
  }
  return items;
}

function isKind(chunks: Chunks, value: Child | undefined, kind: Kind): boolean {
  return value !== undefined && kindAt(chunkOf(chunks, value).records, value.record) === kind;
}

/** As many as anyone has, and more. */
const MAX_ITEMS = 1_000;
