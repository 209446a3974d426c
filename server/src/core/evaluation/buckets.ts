/** Splits: which of 10,000 buckets a user is in, and whose the bucket is (evaluation.md 5). */
import { sha1 } from '@noble/hashes/legacy.js';
import { whole } from '../targeting/values/shares.js';

/** From 0 to 9999. It knows neither rule nor environment: a user has one bucket for each toggle. */
export function bucketOf(userKey: string, toggleKey: string): number {
  const hash = sha1(new TextEncoder().encode(userKey + toggleKey));
  return new DataView(hash.buffer, hash.byteOffset).getUint32(hash.length - 4) % whole;
}

/** @returns the variation that a bucket belongs to, by the range of each; undefined where it belongs to none */
export function variationOfBucket(
  ranges: readonly (readonly [start: number, end: number])[],
  bucket: number,
): number | undefined {
  const index = ranges.findIndex(([start, end]) => bucket >= start && bucket < end);
  return index < 0 ? undefined : index;
}
