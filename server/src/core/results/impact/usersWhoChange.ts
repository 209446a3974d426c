/** Finds the known users whose value changes. Compares values, not indexes of variations. */
import type { Outcome } from '../../evaluation/evaluate.js';
import { areSameOutcome, outcomeOf } from '../../analysis/impact/outcomes.js';
import { Budget } from '../../budget.js';
import type { Evaluated, Person } from '../evaluated.js';

type Decided = ReturnType<Evaluated['decided']>;

export interface UserWhoChanges {
  readonly person: Person;
  readonly from: Outcome;
  readonly to: Outcome;
  readonly before: Decided;
  readonly after: Decided;
}

export interface UsersWhoChange {
  readonly changed: readonly UserWhoChanges[];
  /** The number of users whose value may or may not change. */
  readonly unknown: number;
  /** The number of users evaluated within the budget. */
  readonly asked: number;
}

export function changedUsers(
  earlier: Evaluated,
  later: Evaluated,
  people: readonly Person[],
  budget = new Budget(Infinity),
): UsersWhoChange {
  const changed: UserWhoChanges[] = [];
  let [unknown, asked] = [0, 0];
  for (const person of people) {
    if (!budget.spend()) break;
    asked += 1;
    const [before, after] = [earlier.decided(person), later.decided(person)];
    const [from, to] = [before.results[0]?.outcome ?? 'depends', after.results[0]?.outcome ?? 'depends'];
    const [old, now] = [outcomeOf(earlier.arrival.toggle, from), outcomeOf(later.arrival.toggle, to)];
    if (old.kind === 'unknown' || now.kind === 'unknown') unknown += 1;
    else if (!areSameOutcome(old, now)) changed.push({ person, from, to, before, after });
  }
  return { changed, unknown, asked };
}
