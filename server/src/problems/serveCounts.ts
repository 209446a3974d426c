/** How often each variation is served by what is whole in a segment; carried on from one version to the next. */
import type { Changes } from './checkedSegment.js';

/** By the indices of the variations. */
export type ServeCounts = ReadonlyMap<number, number>;

/** @param before of an earlier version, in which `come` took the place of `gone` */
export function serveCountsSince(
  before: ServeCounts,
  { gone, come }: { readonly gone: Changes; readonly come: Changes },
): ServeCounts {
  const served = new Map(before);
  const count = (changes: Changes, by: number) => {
    for (const each of changes) {
      for (const index of each?.facts.served ?? []) served.set(index, (served.get(index) ?? 0) + by);
    }
  };
  count(gone, -1);
  count(come, 1);
  for (const [index, times] of served) if (times === 0) served.delete(index);
  return served;
}
