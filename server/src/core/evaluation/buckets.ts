/** Assigns each user one of 10,000 buckets, and each bucket a variation of the split (evaluation.md 5). */
import { sha1 } from '@noble/hashes/legacy.js';
import { whole } from '../targeting/values/shares.js';

/** The user's bucket for a toggle, from 0 to 9999. It is the same in every rule and environment. */
export function bucketOf(userKey: string, toggleKey: string): number {
  const hash = sha1(new TextEncoder().encode(userKey + toggleKey));
  return new DataView(hash.buffer, hash.byteOffset).getUint32(hash.length - 4) % whole;
}

/** @returns the index of the variation whose range contains the bucket; undefined if no range contains it */
export function variationOfBucket(
  ranges: readonly (readonly [start: number, end: number])[],
  bucket: number,
): number | undefined {
  const index = ranges.findIndex(([start, end]) => bucket >= start && bucket < end);
  return index < 0 ? undefined : index;
}
