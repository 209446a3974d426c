/** The pace of work: so many things at once, and long steps with rests between them. */
import { setTimeout } from 'node:timers/promises';

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets only so many through at once; the others wait, in their order. */
export function turnstile(free: number): Turnstile {
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** Works on many items, never on more than so many at once. */
export function mapConcurrently<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const through = turnstile(limit);
  return Promise.all(items.map((item) => through(() => work(item))));
}

/** There is one queue, as there is one thread. */
const alone = turnstile(1);

/**
 * A step that may take long, one at a time: what the editor asks for meanwhile, such as a hover, waits for one of them and not
 * for all. Rests as long as the step took, because an answer of ours takes the editor several turns.
 */
export function paced<T>(step: () => T): Promise<T> {
  return alone(async () => {
    const began = performance.now();
    const result = step();
    const took = performance.now() - began;
    // To a timer, it still is when the step began.
    if (took > unnoticed) await setTimeout(2 * took);
    return result;
  });
}

/** Milliseconds. */
const unnoticed = 5;
