/** Determines whether a rule has an effect: whether anyone whom the rule matches would get another value without it. */
import type { Box } from '../space/boxes.js';
import { both, isEmpty, minus } from '../space/boxes.js';
import type { DecisionList } from '../space/decisionList.js';
import type { Ranges } from '../impact/outcomes.js';
import { areSameRanges } from '../impact/outcomes.js';
import { pointIn } from '../space/search.js';

/** Maximum number of boxes examined for one rule. */
const MAX_STEPS = 5_000;

/** Users for whom, if the examined rule is removed, the entry `last` or an earlier entry decides. */
interface Part {
  readonly box: Box;
  readonly last: number;
}

export class Effects {
  readonly #kinds: readonly number[];

  constructor(private readonly list: DecisionList) {
    this.#kinds = kindsOf(list);
  }

  /**
   * @param isLeftOut whether to ignore the rule at an index
   * @param told called with a box of users whom the rule may match, and the entry that decides without the rule.
   * @returns whether all users whom the rule may match provably get the same value without the rule, in every bucket
   */
  isWithout(rule: number, isLeftOut: (index: number) => boolean, told?: (box: Box, entry: number) => void): boolean {
    const { entries, surely, perhaps, space } = this.list;
    const entry = entries[rule];
    if (entry === undefined || entry.serve === 'unknown') return false;
    const isSame = (index: number) => !this.#areDifferent(rule, index);
    const parts: Part[] = [{ box: entry.perhaps, last: entries.length - 1 }];
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const part = parts.pop();
      if (part === undefined) return true;
      const { box, last } = part;
      if (isEmpty(box)) continue;
      const point = pointIn(box);
      const above = surely.first(point, 0, rule, isLeftOut);
      if (above !== undefined) {
        told?.(both(box, entries[above]?.surely ?? box), above);
        parts.push(...this.#outside(part, above));
        continue;
      }
      const next = surely.first(point, rule + 1, last + 1, isLeftOut) ?? last;
      const other = perhaps.first(point, rule + 1, next + 1, (index) => isLeftOut(index) || isSame(index));
      if (other !== undefined || !space.budget.spend()) return false;
      const inside = this.#inside(rule, part, next, isLeftOut);
      if (inside.length === 0) told?.(both(box, entries[next]?.surely ?? box), next);
      parts.push(...this.#outside(part, next), ...inside);
    }
    return false;
  }

  #outside({ box, last }: Part, entry: number): readonly Part[] {
    return minus(box, this.list.entries[entry]?.surely ?? new Map()).map((piece) => ({ box: piece, last }));
  }

  /** Splits the users whom the entry `next` matches, if an entry between the rule and `next` may match some of them. */
  #inside(rule: number, { box }: Part, next: number, isLeftOut: (index: number) => boolean): readonly Part[] {
    const { entries, perhaps } = this.list;
    const inside = both(box, entries[next]?.surely ?? new Map());
    const other = perhaps.overlapping(inside, (index) => {
      return index > rule && index < next && !isLeftOut(index) && this.#areDifferent(rule, index);
    });
    const caught = other === undefined ? undefined : perhaps.boxes[other];
    if (caught === undefined) return [];
    return [both(inside, caught), ...minus(inside, caught)].map((piece) => ({ box: piece, last: next }));
  }

  #areDifferent(a: number, b: number): boolean {
    return this.#kinds[a] !== this.#kinds[b];
  }
}

/** Entries with equal numbers serve everyone the same value. Unknown and uncompared serves have unique numbers. */
function kindsOf({ entries, outcomes, space }: DecisionList): readonly number[] {
  const byServe = new Map<string, number>();
  const known: Ranges[] = [];
  return entries.map(({ serve }) => {
    if (!space.budget.spend()) return known.push([]) - 1;
    const name = JSON.stringify(serve);
    const ranges = outcomes.of(serve);
    const like = byServe.get(name) ?? known.findIndex((other) => areSameRanges(ranges, other));
    const kind = like === -1 || serve === 'unknown' ? known.push(ranges) - 1 : like;
    byServe.set(name, kind);
    return kind;
  });
}
