/**
 * # split-length (warning)
 * A split must have one share for each variation, in their order. Users outside these shares are served nothing at all.
 * Not reported: a split in a file without `variations`, or with a wrong share, which is reported instead.
 *
 * Fix: add shares of 0 or drop surplus shares, and scale to 100%; or split evenly. Yours to decide if there are more than
 * 100 variations.
 *
 * # split-sum (warning)
 * Shares are ten-thousandths, and must sum to 10000. Users beyond the sum are served nothing at all, or the last
 * variation with the SDK for Python.
 * Not reported: the sum of a split whose length or shares are wrong, because these come first.
 *
 * Fix: scale the shares, or split evenly.
 *
 * # split-share (warning)
 * A share is negative or above 10000.
 * Not reported: `33.3` or `"50"`, which are a `wrong-type`.
 *
 * Fix: yours to decide.
 * ---
 * The service silently accepts these mistakes (service.md B; evaluation.md row 27). A wrong length hides a wrong sum.
 */
import { t } from '../../t.js';
import { evenShares, scaledShares, whole } from '../../targeting/values/shares.js';
import { featureProbeConsequence } from './production.js';
import { theVariations } from './selectOutOfRange.js';
import type { Finding, Fix } from '../problem.js';
import type { ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { codeOfNothing, serveNeeds } from './servesNothing.js';

export const split = objectCheck({
  looksAt: 'serve',
  reads: ['variationCount', 'disabled'],
  find: (serve, { variationCount, disabled }, key) => {
    const shares: unknown = serve['split'];
    if (!Array.isArray(shares)) return noFindings;
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
    // `wrong-type` reports a share of another type.
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
    if (sum === whole || shares.length === 0) return noFindings;
    const message = t('The shares add up to {0}, not 10000 (100%).', sum);
    return [{ code: 'split-sum', path, atKey: true, message, fixes: mended(integers) }];
  },
});

function isImpossible(share: unknown): boolean {
  return Number.isInteger(share) && (Number(share) < 0 || Number(share) > whole);
}

/**
 * FeatureProbe's server passes on each running sum of the shares as a 32-bit integer, and cannot read a negative sum
 * (evaluation.md 1.4). The server refuses a share that does not fit in 32 bits.
 * @returns the last impossible share up to the first unreadable sum; undefined if all sums can be read
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

/** The maximum number of shares in a fix, because fixes for thousands of long splits would take too much memory. */
const MAX_FIXES = 100;

/** Adds shares of 0 for variations without a share, and drops surplus shares. */
function fitting(shares: readonly number[], variations: number): Fix[] {
  if (variations > MAX_FIXES) return [];
  return mended(Array.from({ length: variations }, (_, index) => shares[index] ?? 0));
}
