/** Splits: the user's bucket, one of 10,000, and the variation that gets it (evaluation.md 5). */
import { sha1 } from '@noble/hashes/legacy.js';
import { whole } from '../targeting/values/shares.js';

/** From 0 to 9999. Independent of rule and environment: a user has one bucket per toggle. */
export function bucketOf(userKey: string, toggleKey: string): number {
  const hash = sha1(new TextEncoder().encode(userKey + toggleKey));
  return new DataView(hash.buffer, hash.byteOffset).getUint32(hash.length - 4) % whole;
}

/** @returns the variation whose range contains the bucket; undefined if none does */
export function variationOfBucket(
  ranges: readonly (readonly [start: number, end: number])[],
  bucket: number,
): number | undefined {
  const index = ranges.findIndex(([start, end]) => bucket >= start && bucket < end);
  return index < 0 ? undefined : index;
}
