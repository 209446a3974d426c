/**
 * textDocument/documentSymbol: what a targeting file says as an outline in the field's own terms, for editors that have no
 * outline of JSON: rules with what they serve, default, disabled, variations with their values, prerequisites.
 */
import { t } from '@vscode/l10n';
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { JsonNode, PropertyNode, Span } from '../json/nodes.js';
import { child, isScalar, nodeAt, propertyNamed } from '../json/queries.js';
import type { Prerequisite, Rule, Serve, Variation } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { percent } from '../targeting/shares.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';
import { describedVariation, oneLine } from './variations.js';

export interface DocumentSymbolOptions {
  /** Whether the client knows symbols in symbols. */
  readonly hierarchical: boolean;
}

export function documentSymbol(
  document: OpenDocument,
  { hierarchical }: DocumentSymbolOptions,
): DocumentSymbol[] | SymbolInformation[] {
  if (document.kind === 'config') return [];
  const symbols = outline(document);
  return hierarchical ? symbols : symbols.flatMap((symbol) => flat(document.uri, symbol));
}

interface Part {
  readonly name: string;
  readonly detail?: string;
  readonly kind: SymbolKind;
  readonly at: Span;
  /** What is selected when somebody goes there; in `at`. */
  readonly shown: Span;
  readonly children?: DocumentSymbol[];
}

/** In the order of the text. */
function outline(document: OpenDocument): DocumentSymbol[] {
  const content = nodeAt(document.json, ['content']);
  const { rules, variations = [], prerequisites, defaultServe, disabledServe } = targetingOf(document.json);
  const described = variations.map(({ node }) => describedVariation(node));
  const symbol = ({ name, detail = '', kind, at, shown, children = [] }: Part): DocumentSymbol => {
    const words = detail === '' ? { name } : { name, detail };
    return { ...words, kind, range: rangeOf(document, at), selectionRange: rangeOf(document, shown), children };
  };
  const sections: { readonly start: number; readonly symbol: DocumentSymbol }[] = [];
  const section = (property: PropertyNode | undefined, part: Omit<Part, 'at' | 'shown'>) => {
    if (property === undefined) return;
    const { start, end, key } = property;
    sections.push({ start, symbol: symbol({ ...part, at: { start, end }, shown: key }) });
  };
  const list = <T>(name: string, key: string, kind: SymbolKind, items: readonly T[], partOf: (item: T) => Part) => {
    const property = propertyNamed(content, key);
    if (property?.node?.kind !== 'array') return;
    const children = items.slice(0, mostShown).map((item) => symbol(partOf(item)));
    const more = items.length - mostShown;
    const rest = { name: t('… and {0} more', more), kind: SymbolKind.Null, at: property, shown: property.key };
    section(property, { name, kind, children: more > 0 ? [...children, symbol(rest)] : children });
  };
  const serve = (name: string, given: Serve | undefined) => {
    const detail = given && servedWords(given, described);
    section(given?.property, { name, kind: SymbolKind.Property, ...(detail !== undefined && { detail }) });
  };
  list(t('Rules'), 'rules', SymbolKind.Array, rules, (rule) => ruleOf(rule, described));
  serve(t('Default'), defaultServe);
  serve(t('Disabled'), disabledServe);
  list(t('Variations'), 'variations', SymbolKind.Enum, variations, variationOf);
  list(t('Prerequisites'), 'prerequisites', SymbolKind.Array, prerequisites, prerequisiteOf);
  return sections.sort((a, b) => a.start - b.start).map((each) => each.symbol);
}

/** Of a list that nobody can look through: of all of it, the answer could be larger than the memory. */
const mostShown = 5_000;

function ruleOf({ index, node, name = '', serve }: Rule, described: readonly string[]): Part {
  const detail = serve === undefined ? '' : servedWords(serve, described);
  return {
    name: oneLine(name) || t('Rule {0}', index + 1),
    detail,
    kind: SymbolKind.Function,
    ...placeOf(node, 'name'),
  };
}

/** The index comes first: it is what serves refer to. */
function variationOf({ index, node, name = '', value }: Variation): Part {
  return {
    name: oneLine(name) || t('Variation {0}', index),
    detail: value === undefined ? String(index) : `${index} = ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.EnumMember,
    ...placeOf(node, 'name'),
  };
}

function prerequisiteOf({ index, node, key = '', value }: Prerequisite): Part {
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

/** `→ control = "false"`, or `→ 25% control = "false", 75% …`. Of a long split the first shares. */
function servedWords({ select, shares }: Serve, described: readonly string[]): string {
  const variation = (index: number) => {
    const words = described[index] ?? '';
    return words === '' ? String(index) : words;
  };
  if (select !== undefined) return `→ ${variation(select.index)}`;
  const served = shares.flatMap((share = 0, index) => (share > 0 ? [`${percent(share)} ${variation(index)}`] : []));
  if (served.length === 0) return '';
  return `→ ${served.slice(0, 3).join(', ')}${served.length > 3 ? ', …' : ''}`;
}

function flat(uri: string, { name, kind, selectionRange, children = [] }: DocumentSymbol): SymbolInformation[] {
  const own = (symbol: Pick<DocumentSymbol, 'name' | 'kind' | 'selectionRange'>) => ({
    name: symbol.name,
    kind: symbol.kind,
    location: { uri, range: symbol.selectionRange },
  });
  return [own({ name, kind, selectionRange }), ...children.map((child) => ({ ...own(child), containerName: name }))];
}
