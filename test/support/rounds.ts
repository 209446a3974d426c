/**
 * The share of random cases and of places in a text that is tried here: `ROUNDS`, which `npm run test:slow` sets to 1. Unless it is set,
 * `FEW` is tried of what only looks for an exception, and of all else a twentieth.
 */
const share = process.env['ROUNDS'];
export const FEW = Number(share ?? 0.01);

/** @returns the number of cases to try */
export function rounds(all: number, tried = Number(share ?? 0.05)): number {
  return Math.ceil(all * tried);
}

/** @returns numbers from 0 to the one before `end`, at equal distances */
export function spread(end: number): readonly number[] {
  const count = rounds(end, FEW);
  return Array.from({ length: count }, (_, index) => Math.floor((index * end) / count));
}
