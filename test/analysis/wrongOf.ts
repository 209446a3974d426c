/** @returns what is wrong of the contents that so many seeds make, from the first one on; ten are enough */
export function wrongOf(check: (seed: number) => readonly string[], first: number, count: number): readonly string[] {
  const wrong: string[] = [];
  for (let seed = first; seed < first + count && wrong.length < 10; seed += 1)
    wrong.push(...check(seed).map((claim) => `seed ${seed}: ${claim}`));
  return wrong;
}
