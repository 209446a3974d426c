/** Times for the slow suite, which are only compared with other times of the same run. */

/** The shortest of several times in milliseconds, since a busy machine is sometimes slow. */
export function shortestTime(run: () => unknown, rounds = 3): number {
  return Math.min(...Array.from({ length: rounds }, () => milliseconds(run)));
}

export function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
