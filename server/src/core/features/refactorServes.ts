/**
 * Refactorings of the serve at the cursor: a select said as a split and back, which changes nothing for anyone; more of a split for one variation;
 * and the end of a split: one variation for everyone. Those change something, and say so.
 */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Span, ArrayNode } from '../json/nodes.js';
import type { Serve, Variation } from '../targeting/model.js';
import { listIn, targetingOf } from '../targeting/model.js';
import { asSelect, asSplit, formOf, sharesOf } from '../targeting/serveForms.js';
import { percent, whole } from '../targeting/shares.js';
import type { Offer } from './offers.js';
import { indexAround } from './offers.js';
import { calledVariation } from './variations.js';
import { textsOfItems, withItems } from '../json/edits.js';
import { growthOf } from '../targeting/growth.js';

/** More than a menu can show help nobody. */
const MAX_VARIATIONS = 5;

export function serveOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const serve = serveAround(document, selection);
  const form = serve && formOf(serve);
  if (serve === undefined || form === undefined) return [];
  const { variations = [] } = targetingOf(document);
  const rewrite = (index: number, title: (called: string) => string, edits: Offer['edits']): Offer[] => {
    const variation = variations[index];
    if (variation === undefined) return [];
    return [{ title: title(calledVariation(variation)), kind: CodeActionKind.RefactorRewrite, edits }];
  };
  if (serve.split === undefined) {
    const index = serve.select?.index ?? -1;
    return rewrite(
      index,
      (called) => t('Convert select to split ({0} stays for everyone)', called),
      () => asSplit(document, form, { index, count: variations.length }),
    );
  }
  const served = sharesOf(serve);
  if (served === undefined) return [];
  const shares = serve.shares.map((share = 0) => share);
  const winners = served.slice(0, MAX_VARIATIONS).flatMap(({ index, share }) =>
    rewrite(
      index,
      (called) =>
        share === whole
          ? t('Convert split to select ({0} stays for everyone)', called)
          : t('Serve {0} to everyone instead of {1}', called, percent(share)),
      () => asSelect(form, index),
    ),
  );
  return [...shareOffers(document, serve.split, { shares, variations, most: MAX_VARIATIONS }), ...winners];
}

function serveAround(document: JsonDocument, selection: Span): Serve | undefined {
  const { rules, disabledServe, defaultServe } = targetingOf(document);
  const rule = indexAround(listIn(document, 'rules')?.items ?? [], selection);
  const serves = rule === undefined ? [disabledServe, defaultServe] : [rules[rule]?.serve];
  return serves.find((serve) => serve !== undefined && indexAround([serve.property], selection) !== undefined);
}

/** One step of a rollout. */
const step = 1_000;

/**
 * A split that gives one variation more, in the way that moves the fewest users (targeting/growth.ts). The title says who gives, and how many get
 * another variation where that is more than what is given.
 * @param shares sound ones, which add up to all
 * @param most for how many variations; those with the largest shares come first
 */
function shareOffers(
  document: JsonDocument,
  split: ArrayNode,
  { shares, variations, most }: { shares: readonly number[]; variations: readonly Variation[]; most: number },
): readonly Offer[] {
  const shareOf = (index: number) => shares[index] ?? 0;
  const bySize = variations.toSorted((a, b) => shareOf(b.index) - shareOf(a.index));
  return bySize.slice(0, most).flatMap((variation): Offer[] => {
    const growth = growthOf(shares, variation.index, step);
    const giver = growth && variations[growth.from];
    if (growth === undefined || giver === undefined) return [];
    const { from, moved } = growth;
    const [more, to, by] = [percent(step), calledVariation(variation), calledVariation(giver)];
    const title =
      moved === step
        ? t('Give {0} more to {1}, taken from {2}', more, to, by)
        : t('Give {0} more to {1}, taken from {2} ({3} get another variation)', more, to, by, percent(moved));
    const edits = () => {
      const texts = textsOfItems(document, split);
      while (texts.length <= variation.index) texts.push('0');
      texts[variation.index] = String(shareOf(variation.index) + step);
      texts[from] = String(shareOf(from) - step);
      return withItems(document, split, texts);
    };
    return [{ title, kind: CodeActionKind.RefactorRewrite, edits }];
  });
}
