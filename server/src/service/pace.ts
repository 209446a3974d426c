/** Limits concurrency, pauses between long steps, and retries renames. */
import { setTimeout } from 'node:timers/promises';

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `free` tasks at once; further tasks wait in order. */
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

/** Works on at most `limit` items at once. */
export function mapConcurrently<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const through = turnstile(limit);
  return Promise.all(items.map((item) => through(() => work(item))));
}

/** The turnstile for all long steps, of which only one runs at a time, since there is only one thread. */
const alone = turnstile(1);

/**
 * Runs long steps one at a time, so that a hover waits for at most one step. Then pauses for as long as the step took,
 * since the editor needs several rounds of its event loop to process one of our responses.
 */
export function runPaced<T>(step: () => T): Promise<T> {
  return alone(async () => {
    const began = performance.now();
    const result = step();
    const took = performance.now() - began;
    // A timer counts from the start of the step, so the delay is twice the time that the step took.
    if (took > MIN_PAUSED_MS) await setTimeout(2 * took);
    return result;
  });
}

/** Minimum duration, in milliseconds, of a step that is followed by a pause. */
const MIN_PAUSED_MS = 5;

/**
 * On Windows, a rename fails while another program, such as a virus scanner, has the file open.
 * @param attempts number of attempts so far
 * @returns milliseconds until the next attempt
 * @throws the error if a retry would not help
 */
export function waitAfter(error: unknown, attempts: number): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (attempts > MAX_REPEATED_RENAMES || !['EPERM', 'EBUSY', 'EACCES'].some((busy) => busy === code)) throw error;
  return RENAME_PAUSE_MS;
}

export async function retryRename(rename: () => Promise<void>, attempts = 1): Promise<void> {
  try {
    await rename();
  } catch (error) {
    await setTimeout(waitAfter(error, attempts));
    await retryRename(rename, attempts + 1);
  }
}

/** All retries of a rename, with their pauses, take about a second. */
const MAX_REPEATED_RENAMES = 10;
const RENAME_PAUSE_MS = 100;
