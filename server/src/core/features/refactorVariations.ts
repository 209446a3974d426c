/** Refactorings of the variation at the cursor, but for its deletion (deleteVariation.ts). */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import type { Variation } from '../targeting/model.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { insertedVariation } from '../targeting/variationCount.js';
import type { Order } from '../targeting/variationOrder.js';
import { mixesUsers, moved, reordered } from '../targeting/variationOrder.js';
import { deletionOffers } from './deleteVariation.js';
import { listedVariation, withWarnings } from './listedVariation.js';
import type { Offer, Question } from './offers.js';
import { indexAround } from './offers.js';
import { calledVariation } from './variations.js';

export function variationOffers(
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
  const order = (kind: CodeActionKind, title: string, wanted: Order): Offer => {
    const mixes = mixesUsers(references.splits, wanted);
    const warnings = mixes ? [t('in a split, some users get another variation')] : [];
    return {
      title: withWarnings(title, document, warnings),
      kind,
      edits: () => reordered(document, list, wanted),
    };
  };
  const move = (title: string, to: number): Offer[] =>
    variations[to] === undefined
      ? []
      : [order(CodeActionKind.RefactorMove, title, moved(variations.length, index, to))];
  const insert = (title: string, at: number): Offer => {
    const edits = () => insertedVariation(document, list, at);
    return { title, kind: CodeActionKind.RefactorRewrite, edits };
  };
  const sorted = byName(variations);
  const isLast = index === variations.length - 1;
  return [
    ...move(t('Move variation {0} up', called), index - 1),
    ...move(t('Move variation {0} down', called), index + 1),
    ...(sorted ? [order(CodeActionKind.RefactorRewrite, t('Sort variations by name'), sorted)] : []),
    insert(withWarnings(t('Insert variation before {0}', called), document, []), index),
    ...(isLast ? [insert(t('Insert variation after {0}', called), index + 1)] : []),
    // They stand last: which place each of the others has does not depend on who can ask.
    ...deletionOffers(listed, others, asks),
  ];
}

/** Another order, and only where each has a name: where would the others go? */
function byName(variations: readonly Variation[]): Order | undefined {
  const names = variations.map(({ name }) => name);
  if (!names.every((name) => name !== undefined)) return undefined;
  // One language for everyone, so that two people sort the same file alike.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const order = names.map((_name, index) => index).sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
  return order.every((item, index) => item === index) ? undefined : order;
}
