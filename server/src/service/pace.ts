/** The pace of work: so many things at once, long steps with rests between them, and repeated attempts. */
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

/**
 * On Windows, a file cannot be renamed while another program, such as a virus scanner, has it open: mostly for a moment.
 * @param error of a rename that failed
 * @param attempts so far
 * @returns milliseconds until the next attempt
 * @throws the error if another attempt would not help
 */
export function waitAfter(error: unknown, attempts: number): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (attempts > MAX_REPEATED_RENAMES || !['EPERM', 'EBUSY', 'EACCES'].some((busy) => busy === code)) throw error;
  return RENAME_PAUSE_MS;
}

/** Attempts a rename again as `waitAfter` says. */
export async function repeated(rename: () => Promise<void>, attempts = 1): Promise<void> {
  try {
    await rename();
  } catch (error) {
    await setTimeout(waitAfter(error, attempts));
    await repeated(rename, attempts + 1);
  }
}

/** For a second in all. */
const MAX_REPEATED_RENAMES = 10;
const RENAME_PAUSE_MS = 100;
