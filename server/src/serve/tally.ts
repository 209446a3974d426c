/** Adds up what applications report, of the last minute and of the last users, within bounds. */
import type { Asked, SeenUser, Served, Tally } from './contract.js';
import type { Evaluated } from './reports.js';

const SECONDS = 60;
/** Kinds of evaluation (toggle, rule, variation) in each second, in all. */
const MOST_COUNTS = 50_000;
const MOST_USERS = 200;
/** With their attributes. Longer ones are counted and not remembered. */
const LONGEST_USER = 4_000;
const MOST_VALUES = 500;

interface Second {
  readonly second: number;
  /** By toggle, and by rule and variation. */
  readonly counts: Map<string, Map<string, Served>>;
}

interface Seen extends SeenUser {
  readonly values: Map<string, Omit<Served, 'times'>>;
}

export class BoundedTally implements Tally {
  requests = 0;
  /** The oldest first. */
  #seconds: Second[] = [];
  #counts = 0;
  /** Who came by last is last. */
  readonly #users = new Map<string, Seen>();

  constructor(private readonly clock: () => number) {}

  /** @returns whether anything counted */
  take(evaluations: readonly Evaluated[], isServed: (toggle: string) => boolean): boolean {
    const counting = evaluations.filter(({ toggle }) => isServed(toggle));
    for (const each of counting) {
      this.#count(each);
      this.#see(each);
    }
    return counting.length > 0;
  }

  asked(toggle: string): Asked | undefined {
    this.#forget();
    const sums = new Map<string, Served>();
    for (const { counts } of this.#seconds) for (const each of counts.get(toggle)?.values() ?? []) add(sums, each);
    if (sums.size === 0) return undefined;
    const served = [...sums.values()].sort((one, other) => other.times - one.times);
    return { times: served.reduce((times, each) => times + each.times, 0), served };
  }

  users(): readonly SeenUser[] {
    return [...this.#users.values()].reverse();
  }

  #count({ toggle, rule, variation, times }: Evaluated): void {
    const counts = this.#thisSecond();
    const sums = counts.get(toggle) ?? new Map<string, Served>();
    const before = sums.size;
    add(sums, { rule, variation, times });
    this.#counts += sums.size - before;
    counts.set(toggle, sums);
  }

  #thisSecond(): Second['counts'] {
    this.#forget();
    const second = Math.floor(this.clock() / 1000);
    const last = this.#seconds.at(-1);
    if (last?.second === second) return last.counts;
    const counts: Second['counts'] = new Map();
    this.#seconds.push({ second, counts });
    return counts;
  }

  #forget(): void {
    const now = this.clock() / 1000;
    for (let [oldest] = this.#seconds; oldest !== undefined; [oldest] = this.#seconds) {
      if (oldest.second > now - SECONDS && this.#counts < MOST_COUNTS) return;
      for (const sums of oldest.counts.values()) this.#counts -= sums.size;
      this.#seconds.shift();
    }
  }

  #see({ toggle, rule, variation, user }: Evaluated): void {
    if (user === undefined || JSON.stringify([user.key, ...user.attributes]).length > LONGEST_USER) return;
    const values = this.#users.get(user.key)?.values ?? new Map<string, Omit<Served, 'times'>>();
    putLast(values, toggle, { rule, variation }, MOST_VALUES);
    putLast(this.#users, user.key, { ...user, last: this.clock(), values }, MOST_USERS);
  }
}

function add(sums: Map<string, Served>, { rule, variation, times }: Served): void {
  const key = `${rule},${variation}`;
  sums.set(key, { rule, variation, times: times + (sums.get(key)?.times ?? 0) });
}

/** The first has to go where there are too many. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > most && first !== undefined) map.delete(first);
}
