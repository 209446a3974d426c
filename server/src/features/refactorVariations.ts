/** Refactorings of the variation at the cursor, but for its deletion (deleteVariation.ts). */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import { insertedVariation } from '../targeting/variationCount.js';
import type { Order } from '../targeting/variationOrder.js';
import { mixesUsers, moved, reordered } from '../targeting/variationOrder.js';
import { deletionOffers } from './deleteVariation.js';
import type { ListedVariation } from './listedVariation.js';
import { listedVariation, withWarnings } from './listedVariation.js';
import type { Offer, Question } from './offers.js';
import { indexAround } from './offers.js';
import { calledVariation } from './variations.js';

export function variationOffers(document: JsonDocument, selection: Span, asks: boolean): readonly (Offer | Question)[] {
  const listed = listedVariation(document, ({ items }) => indexAround(items, selection));
  if (listed === undefined) return [];
  // The deletions stand last: which place each of the others has does not depend on who can ask.
  return [...moves(listed), ...sorting(listed), ...insertions(listed), ...deletionOffers(listed, asks)];
}

function moves(listed: ListedVariation): readonly Offer[] {
  const { variation, variations } = listed;
  const { index } = variation;
  const called = calledVariation(variation);
  const move = (title: string, to: number) =>
    variations[to] === undefined
      ? []
      : [ordering(listed, { title, order: moved(variations.length, index, to), kind: CodeActionKind.RefactorMove })];
  return [
    ...move(t('Move variation {0} up', called), index - 1),
    ...move(t('Move variation {0} down', called), index + 1),
  ];
}

/** Only where each has a name: where would the others go? */
function sorting(listed: ListedVariation): readonly Offer[] {
  if (!listed.variations.every(({ name }) => name !== undefined)) return [];
  const names = listed.variations.map(({ name = '' }) => name);
  // One language for everybody, so that two people sort the same file alike.
  const { compare } = new Intl.Collator('en', { numeric: true });
  const order = names.map((_name, index) => index).sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
  if (order.every((item, index) => item === index)) return [];
  return [ordering(listed, { title: t('Sort variations by name'), order, kind: CodeActionKind.RefactorRewrite })];
}

interface Ordering {
  readonly title: string;
  readonly order: Order;
  readonly kind: CodeActionKind;
}

function ordering({ document, list, references }: ListedVariation, { title, order, kind }: Ordering): Offer {
  const warnings = mixesUsers(references.splits, order) ? [t('in a split, some users get another variation')] : [];
  return {
    title: withWarnings(title, document, warnings),
    kind,
    edits: () => reordered(document, list, order),
  };
}

function insertions({ document, list, variation }: ListedVariation): readonly Offer[] {
  const kind = CodeActionKind.RefactorRewrite;
  const { index } = variation;
  const called = calledVariation(variation);
  const before: Offer = {
    title: withWarnings(t('Insert variation before {0}', called), document, []),
    kind,
    edits: () => insertedVariation(document, list, index),
  };
  const after: Offer = {
    title: t('Insert variation after {0}', called),
    kind,
    edits: () => insertedVariation(document, list, index + 1),
  };
  return index === list.items.length - 1 ? [before, after] : [before];
}
