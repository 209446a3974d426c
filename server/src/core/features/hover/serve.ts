/** What is served: a variation, or a split of the users over several. */
import { t } from '@vscode/l10n';
import { noSuchVariation } from '../../checks/serves/selectOutOfRange.js';
import type { Serve, Variation } from '../../targeting/model.js';
import { percent, reachOf, sumOf, whole } from '../../targeting/values/shares.js';
import { beginningOf, bullets, enumeration, untold } from './markdown.js';
import { describedInWords, variationInWords } from './variation.js';

/** As a part of a sentence; an ellipsis while the file does not say it. */
export function served(serve: Serve | undefined, variations: readonly Variation[] | undefined): string {
  const one = serve?.select && variationInWords(serve.select.index, variations);
  const shares = (serve?.shares ?? []).flatMap((share = 0, index) => (share > 0 ? [{ share, index }] : []));
  if (shares.length === 0) return one ?? untold;
  const parts = beginningOf(shares).map(
    ({ share, index }) => `${percent(share)} ${variationInWords(index, variations)}`,
  );
  const split = t('a split of {0}', enumeration(parts, shares.length - parts.length));
  // Which of the two counts is not documented.
  return one === undefined ? split : t('{0} or {1}', one, split);
}

/** The paragraphs of a serve as a whole. */
export function serveInWords(serve: Serve, variations: readonly Variation[] | undefined): string[] {
  return [...selectInWords(serve, variations), ...splitInWords(serve, variations)];
}

/** The variation that a `select` means, or those that it may mean: its problem says already that there is no such variation. */
export function selectInWords({ select }: Serve, variations: readonly Variation[] | undefined): string[] {
  if (select === undefined || variations === undefined) return [];
  const { index } = select;
  const means = (variation: Variation) => `${variation.index} = ${describedInWords(variation)}`;
  const selected = variations[index];
  if (selected !== undefined) return [means(selected)];
  if (variations.length === 0) return [noSuchVariation(index, 0)];
  return [t('The variations of this toggle:'), bullets(variations, means)];
}

export function splitInWords({ split, shares }: Serve, variations: readonly Variation[] | undefined): string[] {
  if (split === undefined) return [];
  return [bullets(shares, (share, index) => entry(share, index, variations)), ...sumInWords(shares)];
}

/** One entry of a split, and what the entries before it leave of its share. */
export function shareInWords({ shares }: Serve, index: number, variations: readonly Variation[] | undefined): string[] {
  const share = shares[index];
  if (share === undefined) return [];
  const reach = reachOf(shares, index);
  const left =
    reach === undefined || reach === share
      ? []
      : [t('The shares before this one leave only {0} for it.', percent(reach))];
  return [entry(share, index, variations), ...left, ...sumInWords(shares)];
}

function entry(share: number | undefined, index: number, variations: readonly Variation[] | undefined): string {
  const described = describedInWords(variations?.[index]) ?? variationInWords(index, variations);
  return `${share === undefined ? untold : percent(share)} · ${described}`;
}

/** Nothing while it is right, or while an entry is no share. */
function sumInWords(shares: readonly (number | undefined)[]): string[] {
  const sum = sumOf(shares);
  if (sum === undefined || sum === whole) return [];
  if (sum > whole) return [t('The shares add up to {0}, not 100%: the part above 100% reaches nobody.', percent(sum))];
  return [
    t('The shares add up to {0}, not 100%: {1} of the users get no variation.', percent(sum), percent(whole - sum)),
  ];
}
