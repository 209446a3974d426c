/**
 * Refactorings of a split that give one variation more, in the way that moves the fewest users (targeting/growth.ts). The title says who gives, and how
 * many get another variation where that is more than what is given.
 */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import { textsOfItems, withItems } from '../json/edits.js';
import type { ArrayNode } from '../json/nodes.js';
import { growthOf } from '../targeting/growth.js';
import type { Variation } from '../targeting/model.js';
import { percent } from '../targeting/shares.js';
import type { Offer } from './offers.js';
import { calledVariation } from './variations.js';

/** One step of a rollout. */
const step = 1_000;

/**
 * @param shares sound ones, which add up to all
 * @param most for how many variations; those with the largest shares come first
 */
export function shareOffers(
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
