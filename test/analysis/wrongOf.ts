/** @returns the errors of `count` seeds from `first` on, until there are ten */
export function wrongOf(check: (seed: number) => readonly string[], first: number, count: number): readonly string[] {
  const wrong: string[] = [];
  for (let seed = first; seed < first + count && wrong.length < 10; seed += 1)
    wrong.push(...check(seed).map((claim) => `seed ${seed}: ${claim}`));
  return wrong;
}
