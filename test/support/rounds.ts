/**
 * How much of what `npm run test:slow` tries by chance or at every place of a text is tried here: `ROUNDS` is that share, 1 for all of it
 * and 0.1 unless it is set.
 */
const SHARE = Number(process.env['ROUNDS'] ?? 0.1);

/** @returns how many cases to try of so many */
export function rounds(all: number): number {
  return Math.ceil(all * SHARE);
}

/** @returns numbers from 0 to the one before `end`, at equal distances */
export function spread(end: number): readonly number[] {
  const count = rounds(end);
  return Array.from({ length: count }, (_, index) => Math.floor((index * end) / count));
}

/** @returns some of them, at equal distances */
export function someOf<T>(all: readonly T[]): readonly T[] {
  const chosen = new Set(spread(all.length));
  return all.filter((_, index) => chosen.has(index));
}
