/** Sums up the reports of the last minute, and remembers the latest users up to a limit. */
import type { EvaluationCounts, SeenUser, Served, Tally } from './contract.js';
import { MinuteCounter } from './minute.js';
import type { Evaluated } from './reports.js';

/** The maximum number of pairs of rule and variation, per toggle and in total. */
const MOST_KINDS_OF_ONE = 500;
const MOST_KINDS = 10_000;
const MOST_USERS = 200;
/** The maximum number of characters of a user with attributes. Larger users are counted, but not remembered. */
const LONGEST_USER = 4_000;
const MOST_VALUES = 500;

type Outcome = Omit<Served, 'times'>;

interface Kind {
  readonly outcome: Outcome;
  readonly minute: MinuteCounter;
}

interface Seen extends SeenUser {
  readonly values: Map<string, Outcome>;
}

export class BoundedTally implements Tally {
  requests = 0;
  /** The counters by toggle, then by pair of rule and variation. The latest pair is last. */
  readonly #kinds = new Map<string, Map<string, Kind>>();
  #kindCount = 0;
  /** The users, by key. The latest user is last. */
  readonly #users = new Map<string, Seen>();

  constructor(private readonly clock: () => number) {}

  take(evaluations: Iterable<Evaluated>, isServed: (toggle: string) => boolean): boolean {
    let isAny = false;
    for (const each of evaluations) {
      if (!isServed(each.toggle)) continue;
      isAny = true;
      this.#count(each);
      this.#see(each);
    }
    return isAny;
  }

  asked(toggle: string): EvaluationCounts | undefined {
    const now = this.#second();
    const served = Array.from(this.#kinds.get(toggle)?.values() ?? [], ({ outcome, minute }) => {
      return { ...outcome, times: minute.until(now) };
    }).filter(({ times }) => times > 0);
    if (served.length === 0) return undefined;
    const times = served.reduce((all, each) => all + each.times, 0);
    return { times, served: served.sort((one, other) => other.times - one.times) };
  }

  users(): readonly SeenUser[] {
    return [...this.#users.values()].reverse();
  }

  #second(): number {
    return Math.floor(this.clock() / 1000);
  }

  #count({ toggle, rule, variation, times }: Evaluated): void {
    const kinds = this.#kinds.get(toggle) ?? new Map<string, Kind>();
    const key = `${rule},${variation}`;
    const kind = kinds.get(key) ?? { outcome: { rule, variation }, minute: new MinuteCounter() };
    kind.minute.add(this.#second(), times);
    this.#kindCount -= kinds.size;
    putLast(kinds, key, kind, MOST_KINDS_OF_ONE);
    this.#kindCount += kinds.size;
    putLast(this.#kinds, toggle, kinds);
    for (const [first, { size }] of this.#kinds) {
      if (this.#kindCount <= MOST_KINDS) break;
      this.#kinds.delete(first);
      this.#kindCount -= size;
    }
  }

  #see({ toggle, rule, variation, user }: Evaluated): void {
    if (user === undefined || JSON.stringify([user.key, ...user.attributes]).length > LONGEST_USER) return;
    const values = this.#users.get(user.key)?.values ?? new Map<string, Outcome>();
    putLast(values, toggle, { rule, variation }, MOST_VALUES);
    putLast(this.#users, user.key, { ...user, last: this.clock(), values }, MOST_USERS);
  }
}

/** Moves an entry to the end, and removes the first entry if there are too many. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most = Infinity): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}
