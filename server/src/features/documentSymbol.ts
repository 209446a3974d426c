/**
 * textDocument/documentSymbol: what a targeting file says as an outline in the field's own terms, for editors that have no
 * outline of JSON: rules with what they serve, default, disabled, variations with their values, prerequisites.
 */
import { t } from '@vscode/l10n';
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-types';
import { SymbolKind } from 'vscode-languageserver-types';
import type { JsonNode, PropertyNode, Span } from '../json/nodes.js';
import { nodeAt, propertyNamed } from '../json/queries.js';
import type { Prerequisite, Rule, Serve, Variation } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { percent } from '../targeting/shares.js';
import { isScalar } from '../targeting/subject.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';
import { describedVariations, oneLine } from './variations.js';

export interface DocumentSymbolOptions {
  /** Whether the client knows symbols in symbols. */
  readonly hierarchical: boolean;
}

export function documentSymbol(
  document: OpenDocument,
  { hierarchical }: DocumentSymbolOptions,
): DocumentSymbol[] | SymbolInformation[] {
  if (document.kind === 'config') return [];
  const symbols = outline(document)
    .toSorted((a, b) => a.at.start - b.at.start)
    .map((part) => symbolOf(part, document));
  return hierarchical ? symbols : symbols.flatMap((symbol) => flat(document.uri, symbol));
}

interface Part {
  readonly name: string;
  readonly detail?: string;
  readonly kind: SymbolKind;
  readonly at: Span;
  /** What is selected when somebody goes there; in `at`. */
  readonly shown: Span;
  readonly parts?: readonly Part[];
}

function outline(document: OpenDocument): readonly Part[] {
  const content = nodeAt(document.json, ['content']);
  const { rules, variations = [], prerequisites, defaultServe, disabledServe } = targetingOf(document.json);
  const described = describedVariations(document);
  const list = <T>(name: string, key: string, kind: SymbolKind, items: readonly T[], partOf: (item: T) => Part) => {
    const property = propertyNamed(content, key);
    if (property?.node?.kind !== 'array') return [];
    const more = items.length - mostShown;
    const rest = { ...section(t('… and {0} more', more), SymbolKind.Null, property) };
    return [
      {
        ...section(name, kind, property),
        parts: [...items.slice(0, mostShown).map(partOf), ...(more > 0 ? [rest] : [])],
      },
    ];
  };
  const serve = (name: string, given: Serve | undefined) =>
    given === undefined
      ? []
      : [{ ...section(name, SymbolKind.Property, given.property), detail: servedWords(given, described) }];
  return [
    ...list(t('Rules'), 'rules', SymbolKind.Array, rules, (rule) => ruleOf(rule, described)),
    ...serve(t('Default'), defaultServe),
    ...serve(t('Disabled'), disabledServe),
    ...list(t('Variations'), 'variations', SymbolKind.Enum, variations, variationOf),
    ...list(t('Prerequisites'), 'prerequisites', SymbolKind.Array, prerequisites, prerequisiteOf),
  ];
}

/** Of a list that nobody can look through: of all of it, the answer could be larger than the memory. */
const mostShown = 5_000;

function section(name: string, kind: SymbolKind, { start, end, key }: PropertyNode): Part {
  return { name, kind, at: { start, end }, shown: key };
}

function ruleOf({ index, node, name = '', serve }: Rule, described: readonly string[]): Part {
  return {
    name: oneLine(name) || t('Rule {0}', index + 1),
    ...(serve !== undefined && { detail: servedWords(serve, described) }),
    kind: SymbolKind.Function,
    at: node,
    shown: tokenOr(node, 'name'),
  };
}

/** The index comes first: it is what serves refer to. */
function variationOf({ index, node, name = '', value }: Variation): Part {
  return {
    name: oneLine(name) || t('Variation {0}', index),
    detail: value === undefined ? String(index) : `${index} = ${oneLine(JSON.stringify(value))}`,
    kind: SymbolKind.EnumMember,
    at: node,
    shown: tokenOr(node, 'name'),
  };
}

function prerequisiteOf({ index, node, key = '', value }: Prerequisite): Part {
  return {
    name: oneLine(key) || t('Prerequisite {0}', index + 1),
    ...(value !== undefined && { detail: `= ${oneLine(JSON.stringify(value))}` }),
    kind: SymbolKind.Key,
    at: node,
    shown: tokenOr(node, 'key'),
  };
}

function tokenOr(node: JsonNode, key: string): Span {
  const token = propertyNamed(node, key)?.node;
  return isScalar(token) ? token : node;
}

/** `→ control = "false"`, or `→ 25% control = "false", 75% …`. Of a long split the first shares. */
function servedWords({ select, split }: Serve, described: readonly string[]): string {
  const variation = (index: number) => {
    const words = described[index] ?? '';
    return words === '' ? String(index) : words;
  };
  if (select !== undefined) return `→ ${variation(select.index)}`;
  const shares = (split?.shares ?? []).flatMap(({ share = 0 }, index) =>
    share > 0 ? [`${percent(share)} ${variation(index)}`] : [],
  );
  if (shares.length === 0) return '';
  return `→ ${shares.slice(0, 3).join(', ')}${shares.length > 3 ? ', …' : ''}`;
}

function symbolOf({ name, detail = '', kind, at, shown, parts = [] }: Part, document: OpenDocument): DocumentSymbol {
  return {
    name,
    ...(detail !== '' && { detail }),
    kind,
    range: rangeOf(document, at),
    selectionRange: rangeOf(document, shown),
    children: parts.map((part) => symbolOf(part, document)),
  };
}

function flat(uri: string, { name, kind, selectionRange, children = [] }: DocumentSymbol): SymbolInformation[] {
  const own = (symbol: Pick<DocumentSymbol, 'name' | 'kind' | 'selectionRange'>) => ({
    name: symbol.name,
    kind: symbol.kind,
    location: { uri, range: symbol.selectionRange },
  });
  return [own({ name, kind, selectionRange }), ...children.map((child) => ({ ...own(child), containerName: name }))];
}
