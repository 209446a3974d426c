/**
 * # split-length (warning)
 * A split has one share for each variation, in their order. Users that fall beside it are served nothing at all.
 * Silent in a file without `variations`.
 *
 * Fix: give the variations without a share none, scaled to 100%; or split evenly. Of more than 100 variations, yours
 * to decide.
 *
 * # split-sum (warning)
 * Shares are ten-thousandths, and sum to 10000. Users beyond that are served nothing at all; with the SDK for Python, the
 * last variation.
 *
 * Fix: scale the shares, or split evenly.
 *
 * # split-share (warning)
 * A share that is negative or above 10000.
 *
 * Fix: yours to decide.
 * ---
 * The service takes all of it without a word (service.md B; evaluation.md row 27). One problem for each split: while its
 * length is wrong, so is its sum.
 */
import { t } from '@vscode/l10n';
import { evenShares, scaledShares, whole } from '../../targeting/values/shares.js';
import { featureProbeConsequence } from './production.js';
import { theVariations } from './selectOutOfRange.js';
import type { Finding, Fix } from '../problem.js';
import type { ObjectFinding } from '../check.js';
import { nothing, objectCheck } from '../check.js';
import { codeOfNothing, serveNeeds } from './servesNothing.js';

export const split = objectCheck({
  looksAt: 'serve',
  reads: ['variationCount', 'disabled'],
  find: (serve, { variationCount, disabled }, key) => {
    const shares: unknown = serve['split'];
    if (!Array.isArray(shares)) return nothing;
    const path = ['split'];
    const freezes = freezing(shares);
    const impossible = shares.flatMap((share: unknown, index): ObjectFinding[] =>
      isImpossible(share)
        ? [
            {
              code: 'split-share',
              path: ['split', index],
              message: t('A share is between 0 and 10000, which is 100%; this is {0}.', Number(share)),
              consequence: index === freezes?.share ? freezes.consequence : undefined,
            },
          ]
        : [],
    );
    const integers = shares.filter(Number.isInteger).map(Number);
    // A share of another type is a problem of its own.
    if (impossible.length > 0 || integers.length < shares.length) return impossible;
    const isDead =
      shares.length === 0 && !Object.hasOwn(serve, 'select') && (key !== 'defaultServe' || disabled === false);
    const consequence = isDead ? featureProbeConsequence(codeOfNothing(key), serveNeeds()) : undefined;
    const sum = integers.reduce((total, share) => total + share, 0);
    if (variationCount !== undefined && shares.length !== variationCount) {
      const message = t('A split has one share for each variation: {0}, not {1}.', variationCount, shares.length);
      const ofVariations = theVariations();
      const fixes = fitting(integers, variationCount);
      return [{ code: 'split-length', path, atKey: true, message, consequence, ofVariations, fixes }];
    }
    if (consequence !== undefined) return [{ ...consequence, path, atKey: true }];
    if (sum === whole || shares.length === 0) return nothing;
    const message = t('The shares of a split sum to 10000, which is 100%; these sum to {0}.', sum);
    return [{ code: 'split-sum', path, atKey: true, message, fixes: mended(integers) }];
  },
});

function isImpossible(share: unknown): boolean {
  return Number.isInteger(share) && (Number(share) < 0 || Number(share) > whole);
}

/**
 * FeatureProbe's server hands on where each share ends, in 32 bits, and cannot read what is negative then (evaluation.md 1.4).
 * A number that has more bits itself it refuses.
 * @returns the last impossible share up to the end that cannot be read
 */
function freezing(
  shares: readonly unknown[],
): { readonly share: number; readonly consequence: Finding['consequence'] } | undefined {
  if (shares.some((share) => !Number.isInteger(share) || Number(share) > MAX_INT32 || Number(share) < -MAX_INT32 - 1))
    return undefined;
  let sum = 0;
  for (const [index, share] of shares.entries()) {
    sum += Number(share);
    if (sum >= 0 && sum <= MAX_INT32) continue;
    const consequence = featureProbeConsequence(
      'freezes-environment',
      t('The shares up to this one add up to {0}: a running sum must be from 0 to 2147483647.', sum),
    );
    return { share: shares.slice(0, index + 1).findLastIndex(isImpossible), consequence };
  }
  return undefined;
}
const MAX_INT32 = 2_147_483_647;

function mended(shares: readonly number[]): Fix[] {
  if (shares.length > MAX_FIXES) return [];
  const scaled = { kind: 'set-split', how: 'scale', shares: scaledShares(shares) } as const;
  const even = { kind: 'set-split', how: 'even', shares: evenShares(shares.length) } as const;
  return shares.some((share) => share > 0) ? [scaled, even] : [even];
}

/** Of a fix. Thousands of splits beside thousands of variations would fill the memory with fixes. */
const MAX_FIXES = 100;

/** With no share for the variations that have none, or without the shares that belong to none. */
function fitting(shares: readonly number[], variations: number): Fix[] {
  if (variations > MAX_FIXES) return [];
  return mended(Array.from({ length: variations }, (_, index) => shares[index] ?? 0));
}
