/** How often each name of a rule stands in a file, kept up to date from one version to the next. */
import type { RuleFact } from './rule.js';

export class RuleNames {
  /** How many times names were replaced: whoever remembers another number looks at an outdated version. */
  version = 0;
  private readonly counts = new Map<string, number>();

  constructor(rules: readonly RuleFact[]) {
    for (const { name } of rules) this.count(name, 1);
  }

  /** @returns whether no name in question stands more than once, before and after */
  replace(gone: readonly (string | undefined)[], come: readonly (string | undefined)[]): boolean {
    this.version += 1;
    let single = true;
    const change = (name: string | undefined, by: number) => {
      const [before, after] = this.count(name, by);
      if (before > 1 || after > 1) single = false;
    };
    for (const name of gone) change(name, -1);
    for (const name of come) change(name, 1);
    return single;
  }

  private count(name: string | undefined, by: number): readonly [number, number] {
    if (name === undefined || name === '') return [0, 0];
    const before = this.counts.get(name) ?? 0;
    if (before + by === 0) this.counts.delete(name);
    else this.counts.set(name, before + by);
    return [before, before + by];
  }
}
