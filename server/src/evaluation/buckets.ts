/** Splits: which of 10,000 buckets a user is in, and whose the bucket is (evaluation.md 5). */
import { sha1 } from '@noble/hashes/legacy.js';
import { whole } from '../targeting/shares.js';
import type { Serve } from './toggles.js';

/** From 0 to 9999. It knows neither rule nor environment: a user has one bucket for each toggle. */
export function bucketOf(userKey: string, toggleKey: string): number {
  const hash = sha1(new TextEncoder().encode(userKey + toggleKey));
  return new DataView(hash.buffer, hash.byteOffset).getUint32(hash.length - 4) % whole;
}

/** The variation that a bucket belongs to; undefined where it belongs to none. */
export function variationOfBucket(ranges: Exclude<Serve, number>, bucket: number): number | undefined {
  const index = ranges.findIndex(([start, end]) => bucket >= start && bucket < end);
  return index < 0 ? undefined : index;
}
