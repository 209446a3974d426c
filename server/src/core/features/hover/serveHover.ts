/** Describes a serve: one variation, or a split of the users between variations. */
import { t } from '../../t.js';
import { noSuchVariation } from '../../checks/serves/selectOutOfRange.js';
import type { Serve, Variation } from '../../targeting/model.js';
import { percent, reachOf, sumOf, whole } from '../../targeting/values/shares.js';
import { beginningOf, bullets, enumeration, ELLIPSIS } from './markdown.js';
import { describedInWords, variationInWords } from './variation.js';

/** A serve as part of a sentence; an ellipsis if the file does not define the serve yet. */
export function served(serve: Serve | undefined, variations: readonly Variation[] | undefined): string {
  const one = serve?.select && variationInWords(serve.select.index, variations);
  const shares = (serve?.shares ?? []).flatMap((share = 0, index) => (share > 0 ? [{ share, index }] : []));
  if (shares.length === 0) return one ?? ELLIPSIS;
  const parts = beginningOf(shares).map(
    ({ share, index }) => `${percent(share)} ${variationInWords(index, variations)}`,
  );
  const split = t('a split of {0}', enumeration(parts, shares.length - parts.length));
  // If a serve has `select` and `split` (a reported problem), the text shows both.
  return one === undefined ? split : t('{0} or {1}', one, split);
}

export function serveInWords(serve: Serve, variations: readonly Variation[] | undefined): string[] {
  return [...selectInWords(serve, variations), ...splitInWords(serve, variations)];
}

/** Describes the selected variation. If it does not exist (a reported problem), all variations are listed. */
export function selectInWords({ select }: Serve, variations: readonly Variation[] | undefined): string[] {
  if (select === undefined || variations === undefined) return [];
  const { index } = select;
  const means = (variation: Variation) => `${variation.index} = ${describedInWords(variation)}`;
  const selected = variations[index];
  if (selected !== undefined) return [means(selected)];
  if (variations.length === 0) return [noSuchVariation(index, 0)];
  return [t('Variations:'), bullets(variations, means)];
}

export function splitInWords({ split, shares }: Serve, variations: readonly Variation[] | undefined): string[] {
  if (split === undefined) return [];
  return [bullets(shares, (share, index) => entry(share, index, variations)), ...sumInWords(shares)];
}

/** Describes an entry of a split, and states how much of its share earlier entries leave. */
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
  return `${share === undefined ? ELLIPSIS : percent(share)} · ${described}`;
}

/** Describes a wrong sum; empty if the sum is correct or an entry is not a share. */
function sumInWords(shares: readonly (number | undefined)[]): string[] {
  const sum = sumOf(shares);
  if (sum === undefined || sum === whole) return [];
  if (sum > whole) return [t('The shares add up to {0}, not 100%: the part above 100% reaches nobody.', percent(sum))];
  return [
    t('The shares add up to {0}, not 100%: {1} of the users get no variation.', percent(sum), percent(whole - sum)),
  ];
}
