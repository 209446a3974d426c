/**
 * Work on many files, on all cores: each thread, this one too, looks at the next files that none has taken. Results come in the order of
 * the files, as if one thread had looked at them all.
 */
import type { World } from '../world.js';

/** What another thread is told. */
export interface Share {
  readonly paths: readonly string[];
  /** How many of them are taken: one number that all threads count up. */
  readonly taken: SharedArrayBuffer;
}

/** Of some files in a row. */
export interface Part<T> {
  /** The place of the first among all. */
  readonly first: number;
  readonly results: readonly T[];
}

/** To start a thread costs as much as to look at some hundred files. */
const FILES_OF_A_THREAD = 1_000;
const FILES_AT_A_TIME = 16;

/**
 * @param look at one file, in this thread
 * @param start another thread, which does the same and tells its parts; resolves when it has ended
 */
export async function* onAllCores<T>(
  paths: readonly string[],
  look: (path: string) => Promise<T>,
  start: (share: Share, tell: (part: Part<T>) => void) => Promise<void>,
  { cores, pause }: Pick<World, 'cores' | 'pause'>,
): AsyncGenerator<T> {
  const share = { paths, taken: new SharedArrayBuffer(4) };
  const told = new Map<number, readonly T[]>();
  const keep = ({ first, results }: Part<T>) => {
    told.set(first, results);
  };
  const count = Math.min(cores, Math.floor(paths.length / FILES_OF_A_THREAD));
  const others = Promise.all(Array.from({ length: Math.max(0, count - 1) }, () => start(share, keep)));
  // It is waited for below.
  others.catch(() => undefined);
  let next = 0;
  function* inOrder(): Generator<T> {
    for (let results = told.get(next); results !== undefined; results = told.get(next)) {
      told.delete(next);
      next += results.length;
      yield* results;
    }
  }
  for await (const part of partsOf(share, look, pause)) {
    keep(part);
    yield* inOrder();
  }
  await others;
  yield* inOrder();
  if (next < paths.length) throw new Error(`A thread ended without the result of ${String(paths[next])}.`);
}

/** What one thread does of it. */
export async function* partsOf<T>(
  { paths, taken }: Share,
  look: (path: string) => Promise<T>,
  pause: () => Promise<void>,
): AsyncGenerator<Part<T>> {
  const counter = new Int32Array(taken);
  for (;;) {
    const first = Atomics.add(counter, 0, FILES_AT_A_TIME);
    if (first >= paths.length) return;
    const results: T[] = [];
    for (const path of paths.slice(first, first + FILES_AT_A_TIME)) {
      results.push(await look(path));
      await pause();
    }
    yield { first, results };
  }
}
