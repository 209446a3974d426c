/** Lets only so many through at once; the others wait, in their order. Pure. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function turnstile(free: number): InTurn {
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
