/** textDocument/documentSymbol: an outline of rules, conditions, default, disabled, variations and prerequisites. */
import { t } from '../../t.js';
import type { DocumentSymbol, Position, SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { FoundRule, KnownRules } from '../../check-engine/ruleMemory.js';
import type { Problem } from '../../checks/problem.js';
import { quoted, textOf } from '../../checks/words.js';
import type { JsonDocument } from '../../json/document.js';
import type { JsonNode, ObjectNode, Path, PropertyNode, Span } from '../../json/nodes.js';
import { child, isScalar, listNamed, nodeAt, placeAt, propertyNamed, rangeIn } from '../../json/queries.js';
import { samePosition } from '../../json/text.js';
import type { Serve } from '../../targeting/model.js';
import { conditionOf, listIn, prerequisiteOf, ruleOf, serveIn, variationOf } from '../../targeting/model.js';
import { percent } from '../../targeting/values/shares.js';
import type { OpenDocument } from '../openDocument.js';
import { oneLine, shortVariation } from '../variations.js';

export interface DocumentSymbolOptions {
  /** Whether the client supports nested symbols. */
  readonly hierarchical: boolean;
}

export function documentSymbol(
  document: OpenDocument,
  { hierarchical }: DocumentSymbolOptions,
): DocumentSymbol[] | SymbolInformation[] {
  if (document.kind !== 'targeting') return [];
  const { json, rules, problems } = document;
  const symbols = withReasons(outline(json, rules), json, problems);
  return hierarchical ? symbols : symbols.flatMap((symbol) => flat(document.uri, symbol));
}

interface Part {
  readonly name: string;
  readonly detail?: string;
  readonly kind: SymbolKind;
  readonly at: Span;
  /** The span that is selected for the symbol; it is inside `at`. */
  readonly shown: Span;
  readonly children?: readonly Part[];
}

/** Returns the outline in the order of the text. @param ruleAt finds a remembered rule by its record */
export function outline(json: JsonDocument, ruleAt: KnownRules = () => undefined): DocumentSymbol[] {
  const content = nodeAt(json, ['content']);
  const served = listIn(json, 'variations')?.items.map(shortVariation) ?? [];
  const allServed = served.join('\n');
  const sections: { readonly start: number; readonly symbol: DocumentSymbol }[] = [];
  const section = (property: PropertyNode, name: string, kind: SymbolKind, children: DocumentSymbol[] = []) => {
    const symbol = { ...symbolOf(json, { name, kind, at: property, shown: property.key }), children };
    sections.push({ start: property.start, symbol });
  };
  let conditionsLeft = MAX_ITEMS;
  const item = (partOf: PartOf) => (node: JsonNode, index: number) => {
    const make = () => symbolOf(json, partOf(node, index, { served, conditionsLeft }));
    const rule = node.kind === 'object' ? ruleAt(node.record) : undefined;
    const start = json.positionAt(node.start);
    const symbol = rule ? remembered(rule, { start, index, allServed }, conditionsLeft, make) : make();
    conditionsLeft -= symbol.children?.length ?? 0;
    return symbol;
  };
  const list = (name: string, key: 'rules' | 'variations' | 'prerequisites', kind: SymbolKind, partOf: PartOf) => {
    const property = propertyNamed(content, key);
    if (property?.node?.kind !== 'array') return;
    const children = property.node.items.slice(0, MAX_ITEMS).map(item(partOf));
    const more = property.node.length - MAX_ITEMS;
    const rest = { name: t('… and {0} more', more), kind: SymbolKind.Null, at: property, shown: property.key };
    section(property, name, kind, more > 0 ? [...children, symbolOf(json, rest)] : children);
  };
  const serve = (name: string, given: Serve | undefined) => {
    if (given !== undefined) section(given.property, withServe(name, given, served), SymbolKind.Property);
  };
  list(t('Rules'), 'rules', SymbolKind.Array, rulePart);
  serve(t('Default'), serveIn(content, 'defaultServe', 'default'));
  serve(t('Disabled'), serveIn(content, 'disabledServe', 'disabled'));
  list(t('Variations'), 'variations', SymbolKind.Enum, variationPart);
  list(t('Prerequisites'), 'prerequisites', SymbolKind.Array, prerequisitePart);
  return sections.sort((a, b) => a.start - b.start).map(({ symbol }) => symbol);
}

/** The maximum number of items in a list, and of conditions in all rules. More might not fit into memory. */
const MAX_ITEMS = 5_000;

interface OutlineContext {
  readonly served: readonly string[];
  readonly conditionsLeft: number;
}

type PartOf = (item: JsonNode, index: number, around: OutlineContext) => Part;

/** Inputs that an item's symbol depends on, in addition to the item's text. */
interface Dependencies {
  readonly start: Position;
  readonly index: number;
  readonly allServed: string;
}

/**
 * Reuses the symbols of unchanged rules, because a keystroke usually changes only one rule of thousands.
 * @param most the maximum number of children; a symbol that reaches it may be incomplete, so it is not remembered
 */
function remembered(
  rule: FoundRule,
  { start, index, allServed }: Dependencies,
  most: number,
  make: () => DocumentSymbol,
): DocumentSymbol {
  const known = symbols.get(rule);
  const isSame = known?.index === index && known.allServed === allServed && samePosition(known.start, start);
  if (isSame && (known.symbol.children?.length ?? 0) <= most) return known.symbol;
  const symbol = make();
  if ((symbol.children?.length ?? 0) < most) symbols.set(rule, { symbol, start, index, allServed });
  return symbol;
}

const symbols = new WeakMap<FoundRule, Dependencies & { readonly symbol: DocumentSymbol }>();

function symbolOf(json: JsonDocument, { name, detail = '', kind, at, shown, children = [] }: Part): DocumentSymbol {
  const words = detail === '' ? { name } : { name, detail };
  const inside = children.map((child) => symbolOf(json, child));
  return { ...words, kind, range: rangeIn(json, at), selectionRange: rangeIn(json, shown), children: inside };
}

/** Breadcrumbs show only the name, so the name includes the rule's number and serve: `1 staff → hybrid`. */
function rulePart(item: JsonNode, index: number, { served, conditionsLeft }: OutlineContext): Part {
  const { node, name = '', serve } = ruleOf(item, index);
  const called = oneLine(name);
  const conditions = listNamed(node, 'conditions')?.items.slice(0, conditionsLeft) ?? [];
  return {
    name: withServe(called === '' ? t('Rule {0}', index + 1) : `${index + 1} ${called}`, serve, served),
    kind: SymbolKind.Function,
    ...placeOf(node, 'name'),
    children: conditions.flatMap((each, at) => (each.kind === 'object' ? [conditionPart(each, at)] : [])),
  };
}

/** Describes a condition on one line: `email ends with @example.com`, `age between >= 18, < 65` */
function conditionPart(node: ObjectNode, index: number): Part {
  const { subject, predicate, leftPredicate, rightPredicate } = conditionOf(node);
  const left = [leftPredicate, objectsIn(node, 'objects')].filter(Boolean).join(' ');
  const right = [rightPredicate, objectsIn(node, 'rightObjects')].filter(Boolean).join(' ');
  const words = [subject, predicate, [left, right].filter(Boolean).join(', ')].filter(Boolean).join(' ');
  const place = placeOf(node, 'subject');
  return { name: oneLine(words, 120) || t('Condition {0}', index + 1), kind: SymbolKind.Boolean, ...place };
}

function objectsIn(node: ObjectNode, key: string): string {
  const list = listNamed(node, key);
  const shown = list?.items
    .slice(0, MAX_IN_LINE)
    .flatMap(({ value }) => (typeof value === 'string' ? [oneLine(value)] : []));
  return (shown ?? []).join(', ') + ((list?.length ?? 0) > MAX_IN_LINE ? ', …' : '');
}

/** The name begins with the variation's index, because serves refer to the index. */
function variationPart(item: JsonNode, index: number): Part {
  const { node, name = '', value } = variationOf(item, index);
  const called = oneLine(name);
  return {
    name: called === '' ? t('Variation {0}', index) : `${index} ${called}`,
    detail: value === undefined ? '' : `= ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.EnumMember,
    ...placeOf(node, 'name'),
  };
}

function prerequisitePart(item: JsonNode, index: number): Part {
  const { node, key = '', value } = prerequisiteOf(item, index);
  return {
    name: oneLine(key) || t('Prerequisite {0}', index + 1),
    detail: value === undefined ? '' : `= ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.Key,
    ...placeOf(node, 'key'),
  };
}

/** The range of an item. The value of the property `key` is selected, or else the whole item. */
function placeOf(node: JsonNode, key: string): Pick<Part, 'at' | 'shown'> {
  const token = child(node, key);
  return { at: node, shown: isScalar(token) ? token : node };
}

/** A name followed by its serve: `Default → control`, or `Default → 25% control, 75% …` */
function withServe(name: string, given: Serve | undefined, served: readonly string[]): string {
  const words = servedInWords(given, served);
  return words === '' ? name : `${name} → ${words}`;
}

/** @param served the names of the variations; empty if unknown @returns an empty string if nothing is served */
export function servedInWords(given: Serve | undefined, served: readonly string[]): string {
  const variation = (index: number) => {
    const words = served[index] ?? '';
    return words === '' ? String(index) : words;
  };
  const { select, shares = [] } = given ?? {};
  if (select !== undefined) return variation(select.index);
  const parts = shares.flatMap((share = 0, index) => (share > 0 ? [`${percent(share)} ${variation(index)}`] : []));
  return `${parts.slice(0, MAX_IN_LINE).join(', ')}${parts.length > MAX_IN_LINE ? ', …' : ''}`;
}

const MAX_IN_LINE = 3;

/** By problem code: the depth of the faded part in the path of the problem, and why it is faded. */
const fadedBy: Readonly<Record<string, readonly [depth: number, reason: (object: string) => string] | undefined>> = {
  'unconditional-rule': [3, () => t('never matches')],
  'contradictory-conditions': [3, () => t('never matches')],
  'shadowed-rule': [3, () => t('never matches')],
  'rule-without-effect': [3, () => t('changes nothing')],
  'redundant-condition': [5, () => t('changes nothing')],
  'redundant-object': [5, (object) => t('{0} changes nothing', object)],
  'unused-variation': [3, () => t('not served')],
  'never-served': [3, () => t('not served')],
};

/** @returns a few words; undefined if the problem fades nothing */
export function fadedReason(json: JsonDocument, code: string, path: Path): string | undefined {
  return fadedBy[code]?.[1](quoted(textOf(nodeAt(json, path)?.value) ?? ''));
}

type Marked = Pick<Problem, 'range'> & { readonly code: string };

/** Adds to the names of symbols why they are faded: screen readers announce neither fading nor details of symbols. */
export function withReasons(
  symbols: DocumentSymbol[],
  json: JsonDocument,
  problems: readonly Marked[],
): DocumentSymbol[] {
  const reasons = new Map<number, string>();
  for (const { code, range } of problems.filter((each) => each.code in fadedBy)) {
    const { path } = placeAt(json, json.offsetAt(range.start) + 1);
    const part = nodeAt(json, path.slice(0, fadedBy[code]?.[0]));
    const below = () => listIn(json, 'rules')?.items.slice(Number(path[2]) + 1) ?? [];
    for (const each of code === 'unconditional-rule' ? below() : [part])
      if (each !== undefined) reasons.set(each.start, fadedReason(json, code, path) ?? '');
  }
  const named = (symbol: DocumentSymbol): DocumentSymbol => {
    const reason = reasons.get(json.offsetAt(symbol.range.start));
    const name = reason === undefined ? symbol.name : `${symbol.name} · ${reason}`;
    return { ...symbol, name, children: symbol.children?.map(named) ?? [] };
  };
  return reasons.size === 0 ? symbols : symbols.map(named);
}

function flat(uri: string, { name, kind, selectionRange, children = [] }: DocumentSymbol): SymbolInformation[] {
  const inside = children.flatMap((child) => flat(uri, child));
  const own = { name, kind, location: { uri, range: selectionRange } };
  return [own, ...inside.map((each) => ({ containerName: name, ...each }))];
}
