/** The share of random cases to try: `ROUNDS` (1 in `npm run test:slow`), or else `FEW` where cases only look for exceptions. */
const share = process.env['ROUNDS'];
export const FEW = Number(share ?? 0.01);

export function rounds(all: number, tried = Number(share ?? 0.05)): number {
  return Math.ceil(all * tried);
}

/** @returns evenly spaced numbers from 0 to below `end` */
export function spread(end: number): readonly number[] {
  const count = rounds(end, FEW);
  return Array.from({ length: count }, (_, index) => Math.floor((index * end) / count));
}
