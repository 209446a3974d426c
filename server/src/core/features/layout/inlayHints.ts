/**
 * textDocument/inlayHint for the requested range. A dangling index has no hint, because it is reported as a problem.
 * If a property is repeated, only the effective value has a hint.
 */
import { t } from '../../t.js';
import type { InlayHint, Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import type { ArrayNode, JsonNode, Span } from '../../json/nodes.js';
import { listNamed, nodeAt, spanOf } from '../../json/queries.js';
import type { Serve } from '../../targeting/model.js';
import { listIn, ruleOf, serveIn } from '../../targeting/model.js';
import { isShare, percent } from '../../targeting/values/shares.js';
import type { OpenDocument } from '../openDocument.js';
import { shareLabels } from './shareLabels.js';
import { describedVariation, oneLine, scalarText, shortVariation } from '../variations.js';

export interface InlayHintKinds {
  readonly select: boolean;
  readonly split: boolean;
  readonly index: boolean;
  readonly objects: boolean;
}

export function inlayHints(
  document: Pick<OpenDocument, 'kind' | 'json'>,
  range: Range,
  shown: InlayHintKinds,
): InlayHint[] {
  if (document.kind !== 'targeting') return [];
  const { json } = document;
  const span = spanOf(json, range);
  const content = nodeAt(json, ['content']);
  const variations = listIn(json, 'variations');
  const serves = shown.select || shown.split ? servesIn(json, content, span) : [];
  const hints = shown.index && variations !== undefined ? ofVariations(json.text, variations, span) : [];
  if (shown.objects) hints.push(...ofObjects(json, span));
  for (const serve of serves) {
    if (hints.length > MAX_HINTS) break;
    if (shown.select) hints.push(...ofSelect(serve, variations));
    if (shown.split) hints.push(...ofSplit(serve, json.text, variations, span));
  }
  return hints
    .filter(({ offset }) => span.start <= offset && offset <= span.end)
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, ...hint }) => ({ position: json.positionAt(offset), ...hint }));
}

/** The maximum number of hints, which is more than editors show: a large file on one line could have millions. */
const MAX_HINTS = 5_000;

type Hint = Omit<InlayHint, 'position'> & { readonly offset: number };

function servesIn(json: JsonDocument, content: JsonNode | undefined, span: Span): Serve[] {
  const rules = listIn(json, 'rules')?.itemsIn(span) ?? [];
  const ofRules = rules.map(({ node, index }) => ruleOf(node, index).serve);
  const others = [serveIn(content, 'defaultServe', 'default'), serveIn(content, 'disabledServe', 'disabled')];
  return [...ofRules, ...others].filter((serve) => serve !== undefined);
}

function ofSelect({ select }: Serve, variations: ArrayNode | undefined): Hint[] {
  const variation = select && variations?.items[select.index];
  const label = describedVariation(variation);
  if (select === undefined || label === '') return [];
  return [{ offset: select.node.end, label: oneLine(label), paddingLeft: true, ...tooltip(variation) }];
}

function ofSplit({ split }: Serve, text: string, variations: ArrayNode | undefined, span: Span): Hint[] {
  const shares = (split?.itemsIn(span) ?? []).slice(0, MAX_HINTS).flatMap(({ node, index }) => {
    const share = node.kind === 'number' ? Number(node.value) : undefined;
    return isShare(share) ? [{ node, percent: percent(share), variation: variations?.items[index] }] : [];
  });
  return linesOf(shares, text).flatMap((line) => {
    const words = line.map(({ percent: share, variation }) => ({ percent: share, name: shortVariation(variation) }));
    const labels = shareLabels(words);
    return line.map(({ node, variation }, index) => {
      return { offset: node.end, label: labels[index] ?? '', paddingLeft: true, ...tooltip(variation) };
    });
  });
}

/** Shows the number of values after the opening bracket, so that the number stays visible if the list is folded. */
function ofObjects(json: JsonDocument, span: Span): Hint[] {
  const rules = listIn(json, 'rules')?.itemsIn(span) ?? [];
  const conditions = rules.flatMap(({ node }) => listNamed(node, 'conditions')?.itemsIn(span) ?? []);
  return conditions.slice(0, MAX_HINTS).flatMap(({ node }) => {
    const objects = listNamed(node, 'objects');
    if (objects === undefined || objects.length < MANY_VALUES) return [];
    return [
      { offset: objects.start + 1, label: t('{0} values', objects.length), paddingLeft: true, paddingRight: true },
    ];
  });
}

/** Shorter lists have no hint, because people can count their values at a glance. */
const MANY_VALUES = 10;

function linesOf<T extends { readonly node: Span }>(items: readonly T[], text: string): readonly (readonly T[])[] {
  const lines: T[][] = [];
  items.forEach((item, index) => {
    const before = items[index - 1]?.node.end;
    const line = lines.at(-1);
    const goesOn = before !== undefined && !/[\r\n]/.test(text.slice(before, item.node.start));
    if (line !== undefined && goesOn) line.push(item);
    else lines.push([item]);
  });
  return lines;
}

/** Shows the index before a one-line variation, otherwise after the opening bracket, where the hint moves no text. */
function ofVariations(text: string, variations: ArrayNode, span: Span): Hint[] {
  return Array.from(variations.itemsIn(span).slice(0, MAX_HINTS), ({ node, index }) => {
    const isOnOneLine = !/[\r\n]/.test(text.slice(node.start, node.end));
    const isBefore = isOnOneLine || (node.kind !== 'object' && node.kind !== 'array');
    return {
      offset: isBefore ? node.start : node.start + 1,
      label: String(index),
      tooltip: t('"select": {0} serves this variation.', index),
      ...(isBefore ? { paddingRight: true } : { paddingLeft: true }),
    };
  });
}

/** A tooltip with the name, value and description of a variation. */
function tooltip(variation: JsonNode | undefined): Pick<InlayHint, 'tooltip'> {
  const lines = [scalarText(variation, 'name'), scalarText(variation, 'value'), scalarText(variation, 'description')]
    .map((text) => oneLine(text ?? '', 200))
    .filter((text) => text !== '');
  return lines.length > 0 ? { tooltip: [...new Set(lines)].join('\n') } : {};
}
