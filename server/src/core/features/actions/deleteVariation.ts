/** Deletes a variation. If it is served, the client asks for a replacement, or gets one action per replacement. */
import { t } from '../../t.js';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { DeleteVariationParams, VariationDeletion } from '../../protocol.js';
import { listOfFirst } from '../../targeting/joined.js';
import type { OtherToggles } from '../../targeting/otherToggles.js';
import { isServed } from '../../targeting/references.js';
import { canBeDeleted, deletedVariation, shiftsOthers } from '../../targeting/values/variationCount.js';
import type { ListedVariation } from '../names/listedVariation.js';
import { listedVariation, withWarnings } from '../names/listedVariation.js';
import type { Offer, Question } from './offers.js';
import { isWellFormed } from '../../json/understood.js';
import type { OpenDocument } from '../openDocument.js';
import { workspaceEdit } from '../openDocument.js';
import { calledVariation } from '../variations.js';

/** The maximum number of replacements offered in a menu. */
const MAX_ANSWERS = 50;

export function deletionOffers(
  listed: ListedVariation,
  others: OtherToggles | undefined,
  asks: boolean,
): readonly (Offer | Question)[] {
  const { document, list, variation, variations, references } = listed;
  const { index } = variation;
  const kind = CodeActionKind.RefactorRewrite;
  const called = calledVariation(variation);
  const isOnly = variations.every((other) => other === variation || other.value !== variation.value);
  const requiring = variation.value === undefined || !isOnly ? [] : (others?.requiring(variation.value) ?? []);
  const needed = requiring.length === 0 ? [] : [t('{0} requires its value', listOfFirst(requiring, 3))];
  if (!canBeDeleted(references, index)) return [];
  if (!isServed(references, index)) {
    const title = withWarnings(t('Delete variation {0}', called), document, needed);
    return [{ title, kind, edits: () => deletedVariation(document, list, { index }) ?? [] }];
  }
  if (list.items.length === 1) return [];
  if (asks)
    return [{ title: withWarnings(t('Delete variation {0}…', called), document, needed), kind, deletes: index }];
  return replacements(listed, MAX_ANSWERS).map(({ index: instead, label, warnings }) => ({
    title: withWarnings(t('Delete variation {0}, serve {1} instead', called, label), document, needed.concat(warnings)),
    kind,
    edits: () => deletedVariation(document, list, { index, instead }) ?? [],
  }));
}

/** Handles toggleTargeting/deleteVariation: returns a question or the edit. */
export function variationDeletion(
  document: OpenDocument,
  { version, index, instead }: DeleteVariationParams,
): VariationDeletion {
  const { json } = document;
  if (document.version !== version || document.kind !== 'targeting' || !isWellFormed(json)) return { kind: 'changed' };
  const listed = listedVariation(json, () => index);
  if (listed === undefined) return { kind: 'changed' };
  const answer = instead === index ? undefined : listed.variations[instead ?? -1];
  const edits = deletedVariation(json, listed.list, { index, instead: answer?.index });
  if (edits !== undefined) return { kind: 'ready', edit: workspaceEdit(document, edits) };
  if (!canBeDeleted(listed.references, index)) return { kind: 'changed' };
  return {
    kind: 'asks',
    variation: calledVariation(listed.variation),
    replacements: replacements(listed, Infinity).map(({ index: choice, label, warnings: [detail] }) => ({
      index: choice,
      label,
      ...(detail !== undefined && { detail }),
    })),
  };
}

function replacements({ variation, variations, references }: ListedVariation, most: number) {
  return variations
    .filter(({ index }) => index !== variation.index)
    .slice(0, most)
    .map((other) => ({
      index: other.index,
      label: calledVariation(other),
      warnings: shiftsOthers(references, variation.index, other.index)
        ? [t('in a split, users of other variations change, too')]
        : [],
    }));
}
