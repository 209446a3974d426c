/**
 * split-length, split-sum, split-share: a split that does not give each variation its share of all users. The service takes
 * it without a word; the users that it does not cover are served nothing at all (service.md B). One problem for each split:
 * while its length is wrong, so is its sum.
 */
import { evenShares, scaledShares, whole } from '../targeting/shares.js';
import { messages } from './catalogue.js';
import type { Fix } from './problem.js';
import type { FileRule, RuleFinding } from './rule.js';
import { nothing } from './rule.js';

export const split: FileRule = {
  looksAt: 'serve',
  check: (serve, { variations }) => {
    const shares: unknown = serve['split'];
    if (!Array.isArray(shares)) return nothing;
    const path = ['split'];
    const impossible = shares.flatMap((share: unknown, index): RuleFinding[] =>
      Number.isInteger(share) && (Number(share) < 0 || Number(share) > whole)
        ? [{ code: 'split-share', path: ['split', index], message: messages.splitShare(Number(share)) }]
        : [],
    );
    const integers = shares.filter(Number.isInteger).map(Number);
    // A share of another type is a problem of its own.
    if (impossible.length > 0 || integers.length < shares.length) return impossible;
    const sum = integers.reduce((total, share) => total + share, 0);
    if (variations !== undefined && shares.length !== variations) {
      const message = messages.splitLength(shares.length, variations);
      const ofVariations = messages.selectOutOfRangeRelated();
      return [{ code: 'split-length', path, atKey: true, message, ofVariations, fixes: fitting(integers, variations) }];
    }
    if (sum === whole || shares.length === 0) return nothing;
    return [{ code: 'split-sum', path, atKey: true, message: messages.splitSum(sum), fixes: mended(integers) }];
  },
};

function mended(shares: readonly number[]): Fix[] {
  const scaled = { kind: 'set-split', how: 'scale', shares: scaledShares(shares) } as const;
  const even = { kind: 'set-split', how: 'even', shares: evenShares(shares.length) } as const;
  return shares.some((share) => share > 0) ? [scaled, even] : [even];
}

/** With no share for the variations that have none, or without the shares that belong to none. */
function fitting(shares: readonly number[], variations: number): Fix[] {
  return mended(Array.from({ length: variations }, (_, index) => shares[index] ?? 0));
}
