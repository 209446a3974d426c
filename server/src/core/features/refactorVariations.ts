/** Refactorings of the variation at the cursor, but for its deletion (deleteVariation.ts). */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { insertedVariation } from '../targeting/variationCount.js';
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
  const move = (title: string, to: number): Offer[] => {
    if (variations[to] === undefined) return [];
    const order = moved(variations.length, index, to);
    const mixes = mixesUsers(references.splits, order);
    const warnings = mixes ? [t('in a split, some users get another variation')] : [];
    return [
      {
        title: withWarnings(title, document, warnings),
        kind: CodeActionKind.RefactorMove,
        edits: () => reordered(document, list, order),
      },
    ];
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
    // They stand last: which place each of the others has does not depend on who can ask.
    ...deletionOffers(listed, others, asks),
  ];
}
