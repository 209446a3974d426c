/**
 * Handles refactorings in textDocument/codeAction and codeAction/resolve. If the editor supports resolving, an edit is
 * computed only after its action is chosen, because it may touch every rule of the file. Incomplete JSON has no
 * refactorings, because an unreadable serve could not be updated; comments and trailing commas are allowed.
 */
import type { CodeAction, CodeActionContext } from 'vscode-languageserver-types';
import { CodeActionKind, Range } from 'vscode-languageserver-types';
import { t } from '../../t.js';
import { asObject } from '../../json/plain.js';
import { spanOf, isScalar, nodeAt, placeAt, textNamed } from '../../json/queries.js';
import type { DeleteVariationParams } from '../../protocol.js';
import { isWanted } from './fixes.js';
import { deleteVariationCommand } from '../commandNames.js';
import type { Offer, Question } from './offers.js';
import { isWellFormed } from '../../json/understood.js';
import type { OpenDocument } from '../openDocument.js';
import { workspaceEdit } from '../openDocument.js';
import { ruleOffers } from './refactorRules.js';
import { serveOffers } from './refactorServes.js';
import type { JsonDocument } from '../../json/document.js';
import type { Span, ArrayNode } from '../../json/nodes.js';
import type { OtherToggles } from '../../targeting/otherToggles.js';
import { insertedVariation } from '../../targeting/values/variationCount.js';
import { mixesUsers, moved, reordered } from '../../targeting/values/variationOrder.js';
import { deletionOffers } from './deleteVariation.js';
import { listedVariation, withWarnings } from '../names/listedVariation.js';
import { indexAround } from './offers.js';
import { calledVariation } from '../variations.js';
import { textsOfItems, withItems } from '../../json/edit/edits.js';

export const refactorKinds = [CodeActionKind.RefactorMove, CodeActionKind.RefactorRewrite];

export interface ActionOptions {
  /** The requested kinds of code actions; undefined requests all kinds. */
  readonly only: CodeActionContext['only'];
  /** Whether the editor can ask what to serve instead of a deleted variation; if not, each replacement is an action. */
  readonly asks: boolean;
  /** Whether the editor requests an action's edit only after the action is chosen. */
  readonly resolves: boolean;
}

export function refactorActions(
  document: OpenDocument,
  range: Range,
  { only, asks, resolves }: ActionOptions,
): CodeAction[] {
  if (!refactorKinds.some((kind) => isWanted(kind, only))) return [];
  const { uri, version } = document;
  return offersAt(document, range, asks).flatMap((offer, nth): CodeAction[] => {
    const { title, kind } = offer;
    if (!isWanted(kind, only)) return [];
    if ('deletes' in offer) {
      const argument: DeleteVariationParams = { uri, version, index: offer.deletes };
      return [{ title, kind, command: { title, command: deleteVariationCommand, arguments: [argument] } }];
    }
    const later: ResolveData = { uri, version, range, nth };
    return [{ title, kind, ...(resolves ? { data: later } : { edit: workspaceEdit(document, offer.edits()) }) }];
  });
}

function offersAt({ kind, json, others }: OpenDocument, range: Range, asks: boolean): readonly (Offer | Question)[] {
  if (kind !== 'targeting' || !isWellFormed(json)) return [];
  const selection = spanOf(json, range);
  return [
    ...objectOffers(json, selection),
    ...serveOffers(json, selection),
    ...ruleOffers(json, selection),
    ...variationOffers(json, selection, others, asks),
  ];
}

/** Data of an action, which the editor sends back to resolve the action. */
interface ResolveData {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  /** The index of the action's offer among the offers for `range`. */
  readonly nth: number;
}

export function resolveDataOf({ data }: CodeAction): ResolveData | undefined {
  const { uri, version, range, nth } = asObject(data) ?? {};
  const isOne = typeof uri === 'string' && typeof version === 'number' && typeof nth === 'number' && Range.is(range);
  return isOne ? { uri, version, range, nth } : undefined;
}

/** Returns the action with its edit, or unchanged if the document has changed since the action was offered. */
export function resolvedAction(document: OpenDocument, action: CodeAction, asks: boolean): CodeAction {
  const later = resolveDataOf(action);
  if (later?.version !== document.version) return action;
  const offer = offersAt(document, later.range, asks)[later.nth];
  return offer !== undefined && 'edits' in offer ? { ...action, edit: workspaceEdit(document, offer.edits()) } : action;
}

function variationOffers(
  document: JsonDocument,
  selection: Span,
  others: OtherToggles | undefined,
  asks: boolean,
): readonly (Offer | Question)[] {
  const listed = listedVariation(document, ({ items }) => indexAround(items, selection));
  if (listed === undefined) return [];
  const { list, variation, variations, references } = listed;
  const { index } = variation;
  const called = calledVariation(variation);
  const move = (name: string, to: number): Offer[] => {
    if (variations[to] === undefined) return [];
    const order = moved(variations.length, index, to);
    const mixes = mixesUsers(references.splits, order);
    const warnings = mixes ? [t('in a split, some users get another variation')] : [];
    const title = withWarnings(name, document, warnings);
    return [{ title, kind: CodeActionKind.RefactorMove, edits: () => reordered(document, list, order) }];
  };
  const insert = (title: string, at: number): Offer => {
    const edits = () => insertedVariation(document, list, at);
    return { title, kind: CodeActionKind.RefactorRewrite, edits };
  };
  const isLast = index === variations.length - 1;
  return [
    ...move(t('Move variation {0} up', called), index - 1),
    ...move(t('Move variation {0} down', called), index + 1),
    insert(withWarnings(t('Insert variation before {0}', called), document, []), index),
    ...(isLast ? [insert(t('Insert variation after {0}', called), index + 1)] : []),
    // Deletions come last, so that the positions of the other actions do not depend on `asks`.
    ...deletionOffers(listed, others, asks),
  ];
}

/** Offers to sort a condition's values or to remove duplicates. Neither changes which users the condition matches. */
function objectOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const { path } = placeAt(document, selection.start);
  const [content, rules, , conditions, , property] = path;
  const isOfCondition = content === 'content' && rules === 'rules' && conditions === 'conditions';
  if (!isOfCondition || (property !== 'objects' && property !== 'rightObjects')) return [];
  const list = nodeAt(document, path.slice(0, 6));
  // The order of regular expressions matters, because some SDKs stop at the first invalid expression.
  const predicate = textNamed(nodeAt(document, path.slice(0, 5)), 'predicate') ?? '';
  if (list?.kind !== 'array' || selection.end > list.end || predicate.endsWith('regex')) return [];
  const values = list.items.map((item) => (isScalar(item) && typeof item.value === 'string' ? item.value : undefined));
  if (values.length < 2 || values.includes(undefined) || !hasCommasAlone(document, list)) return [];
  const texts = textsOfItems(document, list);
  const entries = values.map((value = '', index) => ({ value, text: texts[index] ?? '' }));
  const sorted = entries.toSorted((a, b) => compare(a.value, b.value));
  const once = entries.filter(({ value }, index) => values.indexOf(value) === index);
  const offer = (title: string, wanted: typeof entries): Offer => {
    const wantedTexts = wanted.map(({ text }) => text);
    return { title, kind: CodeActionKind.RefactorRewrite, edits: () => withItems(document, list, wantedTexts) };
  };
  const isSorted = sorted.every((entry, index) => entry === entries[index]);
  const count = values.length - once.length;
  const remove = count === 1 ? t('Remove 1 duplicate value') : t('Remove {0} duplicate values', count);
  return [
    ...(isSorted ? [] : [offer(t('Sort {0} values', values.length), sorted)]),
    ...(count === 0 ? [] : [offer(remove, once)]),
  ];
}

/** Compares numbers in texts by value, so "9" precedes "10". The order does not depend on the user's language. */
function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || Number(a > b) - Number(a < b);
}

/** Whether only commas and white space separate the items. A comment between them could be lost or misplaced. */
function hasCommasAlone({ text }: JsonDocument, { items }: ArrayNode): boolean {
  return items.every(({ end }, index) => {
    const next = items[index + 1];
    return next === undefined || /^[\s,]*$/.test(text.slice(end, next.start));
  });
}
