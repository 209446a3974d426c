/** Random numbers that a seed repeats. */
export interface Random {
  /** 0 ≤ x < 1 */
  readonly next: () => number;
  /** 0 ≤ x < bound, whole */
  readonly below: (bound: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
}

/** mulberry32 */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new RangeError('Nothing to pick from.');
      return choice;
    },
    chance: (probability) => next() < probability,
  };
}
