/**
 * textDocument/documentSymbol: what a targeting file says as an outline in the field's own terms: rules with their
 * conditions and what they serve, default, disabled, variations with their values, prerequisites.
 */
import { t } from '@vscode/l10n';
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode, ObjectNode, PropertyNode, Span } from '../json/nodes.js';
import { child, isScalar, listNamed, nodeAt, propertyNamed, rangeIn } from '../json/queries.js';
import type { Prerequisite, Rule, Serve, Variation } from '../targeting/model.js';
import { conditionOf, targetingOf } from '../targeting/model.js';
import { percent } from '../targeting/shares.js';
import type { OpenDocument } from './openDocument.js';
import { oneLine, shortVariation } from './variations.js';

export interface DocumentSymbolOptions {
  /** Whether the client knows symbols in symbols. */
  readonly hierarchical: boolean;
}

export function documentSymbol(
  document: OpenDocument,
  { hierarchical }: DocumentSymbolOptions,
): DocumentSymbol[] | SymbolInformation[] {
  if (document.kind !== 'targeting') return [];
  const symbols = outline(document.json);
  return hierarchical ? symbols : symbols.flatMap((symbol) => flat(document.uri, symbol));
}

interface Part {
  readonly name: string;
  readonly detail?: string;
  readonly kind: SymbolKind;
  readonly at: Span;
  /** What is selected when somebody goes there; in `at`. */
  readonly shown: Span;
  readonly children?: readonly Part[];
}

/** Of a targeting file, in the order of the text. */
export function outline(json: JsonDocument): DocumentSymbol[] {
  const content = nodeAt(json, ['content']);
  const { rules, variations = [], prerequisites, defaultServe, disabledServe } = targetingOf(json);
  const served = variations.map(({ node }) => shortVariation(node));
  const symbol = ({ name, detail = '', kind, at, shown, children = [] }: Part): DocumentSymbol => {
    const words = detail === '' ? { name } : { name, detail };
    const inside = children.map(symbol);
    return { ...words, kind, range: rangeIn(json, at), selectionRange: rangeIn(json, shown), children: inside };
  };
  const parts: Part[] = [];
  const section = (property: PropertyNode | undefined, part: Omit<Part, 'at' | 'shown'>) => {
    if (property !== undefined) parts.push({ ...part, at: property, shown: property.key });
  };
  const list = <T>(name: string, key: string, kind: SymbolKind, items: readonly T[], partOf: (item: T) => Part) => {
    const property = propertyNamed(content, key);
    if (property?.node?.kind !== 'array') return;
    const children = items.slice(0, mostShown).map(partOf);
    const more = items.length - mostShown;
    const rest = { name: t('… and {0} more', more), kind: SymbolKind.Null, at: property, shown: property.key };
    section(property, { name, kind, children: more > 0 ? [...children, rest] : children });
  };
  const serve = (name: string, given: Serve | undefined) => {
    section(given?.property, { name: withServe(name, given, served), kind: SymbolKind.Property });
  };
  list(t('Rules'), 'rules', SymbolKind.Array, rules, rulePart(served));
  serve(t('Default'), defaultServe);
  serve(t('Disabled'), disabledServe);
  list(t('Variations'), 'variations', SymbolKind.Enum, variations, variationPart);
  list(t('Prerequisites'), 'prerequisites', SymbolKind.Array, prerequisites, prerequisitePart);
  return parts.sort((a, b) => a.at.start - b.at.start).map(symbol);
}

/** Of a list that nobody can look through: of all of it, the answer could be larger than the memory. */
const mostShown = 5_000;

/** The number of a rule and what it serves stand in its name, as breadcrumbs show nothing else: `1 staff → hybrid`. */
function rulePart(served: readonly string[]): (rule: Rule) => Part {
  let conditionsLeft = mostShown;
  return ({ index, node, name = '', serve }) => {
    const called = oneLine(name);
    const conditions = listNamed(node, 'conditions')?.slice(0, conditionsLeft) ?? [];
    conditionsLeft -= conditions.length;
    return {
      name: withServe(called === '' ? t('Rule {0}', index + 1) : `${index + 1} ${called}`, serve, served),
      kind: SymbolKind.Function,
      ...placeOf(node, 'name'),
      children: conditions.flatMap((each, at) => (each.kind === 'object' ? [conditionPart(each, at)] : [])),
    };
  };
}

/** `email ends with @example.com`, `age between >= 18, < 65` */
function conditionPart(node: ObjectNode, index: number): Part {
  const { subject, predicate, leftPredicate, rightPredicate } = conditionOf(node);
  const left = [leftPredicate, objectsIn(node, 'objects')].filter(Boolean).join(' ');
  const right = [rightPredicate, objectsIn(node, 'rightObjects')].filter(Boolean).join(' ');
  const words = [subject, predicate, [left, right].filter(Boolean).join(', ')].filter(Boolean).join(' ');
  const place = placeOf(node, 'subject');
  return { name: oneLine(words, 120) || t('Condition {0}', index + 1), kind: SymbolKind.Boolean, ...place };
}

/** The first ones. */
function objectsIn(node: ObjectNode, key: string): string {
  const list = listNamed(node, key);
  const shown = list?.slice(0, mostInLine).flatMap(({ value }) => (typeof value === 'string' ? [oneLine(value)] : []));
  return (shown ?? []).join(', ') + ((list?.length ?? 0) > mostInLine ? ', …' : '');
}

/** The index comes first: it is what serves refer to. */
function variationPart({ index, node, name = '', value }: Variation): Part {
  const called = oneLine(name);
  return {
    name: called === '' ? t('Variation {0}', index) : `${index} ${called}`,
    detail: value === undefined ? '' : `= ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.EnumMember,
    ...placeOf(node, 'name'),
  };
}

function prerequisitePart({ index, node, key = '', value }: Prerequisite): Part {
  return {
    name: oneLine(key) || t('Prerequisite {0}', index + 1),
    detail: value === undefined ? '' : `= ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.Key,
    ...placeOf(node, 'key'),
  };
}

/** An item, of which the value of a property is shown where it has that. */
function placeOf(node: JsonNode, key: string): Pick<Part, 'at' | 'shown'> {
  const token = child(node, key);
  return { at: node, shown: isScalar(token) ? token : node };
}

/** `Default → control`, or `Default → 25% control, 75% …` */
function withServe(name: string, given: Serve | undefined, served: readonly string[]): string {
  const words = servedInWords(given, served);
  return words === '' ? name : `${name} → ${words}`;
}

/**
 * Of a long split the first shares.
 * @param served what variations are called; empty where nobody knows
 * @returns empty where nothing is served
 */
export function servedInWords(given: Serve | undefined, served: readonly string[]): string {
  const variation = (index: number) => {
    const words = served[index] ?? '';
    return words === '' ? String(index) : words;
  };
  const { select, shares = [] } = given ?? {};
  if (select !== undefined) return variation(select.index);
  const parts = shares.flatMap((share = 0, index) => (share > 0 ? [`${percent(share)} ${variation(index)}`] : []));
  return `${parts.slice(0, mostInLine).join(', ')}${parts.length > mostInLine ? ', …' : ''}`;
}

const mostInLine = 3;

function flat(uri: string, { name, kind, selectionRange, children = [] }: DocumentSymbol): SymbolInformation[] {
  const inside = children.flatMap((child) => flat(uri, child));
  const own = { name, kind, location: { uri, range: selectionRange } };
  return [own, ...inside.map((each) => ({ containerName: name, ...each }))];
}
