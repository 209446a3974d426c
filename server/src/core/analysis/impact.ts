/**
 * What a change of a toggle does to people: who gets another value afterwards, in which buckets. Shares are of those who come to a place, for
 * nobody knows how many do.
 */
import type { Arrival } from '../evaluation/environment.js';
import { evaluate } from '../evaluation/evaluate.js';
import type { Evaluators } from '../evaluation/sdks.js';
import { none } from '../evaluation/sdks.js';
import type { User } from '../evaluation/user.js';
import { whole } from '../targeting/shares.js';
import { areAlike } from './alike.js';
import { areDisjoint, both, everybody } from './boxes.js';
import type { DecisionList, Entry } from './decisionList.js';
import { isAnybodyLeft, listInForce } from './decisionList.js';
import type { Outcome, Ranges } from './outcomes.js';
import { areSameOutcome, differences, evaluatorsWhoTellApart, leastDifference, outcomeOf } from './outcomes.js';
import { conditionsOf, withRequired } from './required.js';
import type { IsOver } from './search.js';
import { uncovered } from './search.js';
import { Space } from './space.js';
import { Ways, joined } from './ways.js';
import type { Witness } from './witness.js';
import { isWitnessAmong, witnessAmong } from './witness.js';

/** A toggle and what it is evaluated with, before or after the change. */
export type Side = Pick<Arrival, 'toggle' | 'environment'>;

export interface Impact {
  /** `nobody` is proved, and `somebody` is shown by a witness; otherwise it cannot be told. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  readonly changes: readonly Change[];
  /** There are no other changes than these. */
  readonly isComplete: boolean;
  /** Of 10,000 buckets: for any users, at least and at most so many get a different value. */
  readonly least: number;
  readonly most: number;
  /** The same where all users come to the same place: then it is exact. */
  readonly total: number | undefined;
  /** Where nobody changes by the rules, the SDKs with which someone may (impactForSdks.ts). */
  readonly sdks: Evaluators;
  /** What keeps it from being complete. */
  readonly because: Cause | undefined;
}

/** Rules that only the service knows; segments that differ; a segment or required toggle that nobody knows; too many kinds of users. */
export type Cause = 'unlisted-rules' | 'other-segments' | 'unknown-beside' | 'too-many';

/** What users get who come to one place before, and to one place afterwards. */
export interface Change {
  readonly from: Place;
  readonly to: Place;
  /** In which buckets they get a different value. */
  readonly buckets: ReturnType<typeof differences>;
  /** How many of 10,000 these are, and how many would be enough to give each value its new share. */
  readonly share: number;
  readonly leastPossible: number;
  /** Whether there surely is anyone. Of a change that cannot be shown, perhaps there is nobody at all. */
  readonly isShown: boolean;
  /** One whom the evaluator confirms, looked for when it is asked for. */
  readonly witness: Witness | undefined;
}

/** What decides. */
export type Place = Pick<Entry, 'by' | 'index'>;

/** So many changes are told. */
const MAX_CHANGES = 200;

/** @param now Unix seconds, for witnesses; that nobody changes is proved for all times */
export function impactOf(before: Side, after: Side, now: number, isOver: IsOver): Impact {
  if (before.toggle.hasUnknownRules || after.toggle.hasUnknownRules) return cannotTell('unlisted-rules');
  if (!haveSameSegments(before, after)) return cannotTell('other-segments');
  if (areAlike(before, after)) return nobodyChanges;
  const toggles = [before, after].flatMap(({ toggle, environment }) => withRequired(toggle, environment));
  const space = new Space(conditionsOf(toggles));
  const comparison = new Comparison(sideOf(before, space, isOver), sideOf(after, space, isOver), isOver);
  const changes: Change[] = [];
  const shares: number[] = [];
  let sdks = none;
  // One place where nobody changes is as good as many.
  const isLookedFor = (a: number, b: number) => !shares.includes(0) || comparison.whoTellApart(a, b) !== none;
  for (const [a, b] of comparison.pairs(isLookedFor)) {
    const buckets = comparison.differencesOf(a, b);
    const isAnybody = comparison.isAnybodyIn(a, b);
    if (isAnybody === 'unknown' || changes.length === MAX_CHANGES || isOver())
      return { ...cannotTell('too-many'), who: areShown(changes) ? 'somebody' : 'unknown', changes };
    if (!isAnybody) continue;
    const share = sizeOf(buckets);
    shares.push(share);
    sdks |= comparison.whoTellApart(a, b);
    if (share === 0) continue;
    const asked = { space, toggle: after.toggle.key, now, isOver };
    const ways = () => comparison.waysTo(a, b, buckets);
    const isConfirmed = (user: User) => getsAnother(user, before, after);
    const isShown = once(() => isWitnessAmong(ways, asked, isConfirmed));
    const example = once(() => witnessAmong(ways(), asked, isConfirmed));
    changes.push({
      ...comparison.placesOf(a, b),
      buckets,
      share,
      leastPossible: comparison.leastPossible(a, b),
      get isShown() {
        return isShown();
      },
      get witness() {
        return example();
      },
    });
  }
  return {
    who: areShown(changes) ? 'somebody' : changes.length === 0 ? 'nobody' : 'unknown',
    changes,
    sdks: changes.length === 0 ? sdks : none,
    because: undefined,
    isComplete: true,
    least: Math.min(...shares),
    most: Math.max(...shares),
    total: shares.length === 1 ? shares[0] : undefined,
  };
}

export function cannotTell(because: Cause): Impact {
  return {
    who: 'unknown',
    changes: [],
    isComplete: false,
    least: 0,
    most: whole,
    total: undefined,
    sdks: none,
    because,
  };
}

export const nobodyChanges: Impact = {
  who: 'nobody',
  changes: [],
  isComplete: true,
  least: 0,
  most: 0,
  total: 0,
  sdks: none,
  because: undefined,
};

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function areShown(changes: readonly Change[]): boolean {
  return changes.some((change) => change.isShown);
}

interface PreparedSide {
  readonly list: DecisionList;
  readonly ways: Ways;
  /** Entries that perhaps decide about anyone. */
  readonly alive: readonly number[];
  /** Of each entry. */
  readonly ranges: readonly Ranges[];
}

function sideOf({ toggle, environment }: Side, space: Space, isOver: IsOver): PreparedSide {
  const list = listInForce(toggle, environment, space, isOver);
  return {
    list,
    ways: new Ways(space, environment, isOver),
    alive: [...list.entries.keys()].filter((at) => isAnybodyLeft(list, at, isOver) !== false),
    ranges: list.entries.map(({ serve }) => list.outcomes.of(serve)),
  };
}

/** What users get in one place before, and what in another one afterwards. */
interface Compared {
  readonly buckets: Change['buckets'];
  readonly who: Evaluators;
}

/** Both sides in one space; entries of each go by their indices. */
class Comparison {
  readonly #known = new Map<Ranges, Map<Ranges, Compared>>();

  constructor(
    private readonly before: PreparedSide,
    private readonly after: PreparedSide,
    private readonly isOver: IsOver,
  ) {}

  /** Entries that perhaps have anyone in common, where it matters. */
  *pairs(isLookedFor: (a: number, b: number) => boolean): Generator<readonly [number, number]> {
    const [one, other] = [this.before.list.perhaps.boxes, this.after.list.perhaps.boxes];
    for (const a of this.before.alive) {
      for (const b of this.after.alive) {
        if (isLookedFor(a, b) && !areDisjoint(one[a] ?? everybody, other[b] ?? everybody)) yield [a, b];
      }
    }
  }

  differencesOf(a: number, b: number): Change['buckets'] {
    return this.#compared(a, b).buckets;
  }

  /** Evaluators to whom someone in both gets another value in some bucket. */
  whoTellApart(a: number, b: number): Evaluators {
    return this.#compared(a, b).who;
  }

  #compared(a: number, b: number): Compared {
    const [one, other] = [this.before.ranges[a] ?? [], this.after.ranges[b] ?? []];
    const known = this.#known.get(one) ?? new Map<Ranges, Compared>();
    this.#known.set(one, known);
    const found = known.get(other) ?? { buckets: differences(one, other), who: evaluatorsWhoTellApart(one, other) };
    known.set(other, found);
    return found;
  }

  leastPossible(a: number, b: number): number {
    return leastDifference(this.before.ranges[a] ?? [], this.after.ranges[b] ?? []);
  }

  placesOf(a: number, b: number): Pick<Change, 'from' | 'to'> {
    const placeIn = ({ list }: PreparedSide, at: number): Place => {
      const { by, index } = list.entries[at] ?? { by: 'default', index: undefined };
      return { by, index };
    };
    return { from: placeIn(this.before, a), to: placeIn(this.after, b) };
  }

  isAnybodyIn(a: number, b: number): boolean | 'unknown' {
    const [one, other] = [this.before.list, this.after.list];
    const start = both(one.perhaps.boxes[a] ?? everybody, other.perhaps.boxes[b] ?? everybody);
    const found = uncovered(
      start,
      (point) => {
        const [above, aboveThere] = [one.surely.first(point, 0, a), other.surely.first(point, 0, b)];
        if (above !== undefined) return one.surely.boxes[above];
        return aboveThere === undefined ? undefined : other.surely.boxes[aboveThere];
      },
      this.isOver,
    );
    return found === 'unknown' ? found : found !== undefined;
  }

  *waysTo(a: number, b: number, ranges: Change['buckets']) {
    const { list } = this.after;
    const isSplit = [this.before.list.entries[a], list.entries[b]].some((entry) => typeof entry?.serve !== 'number');
    const own = isSplit ? [{ toggle: list.toggle.key, ranges }] : [];
    for (const way of this.before.ways.to(this.before.list, a, isAny)) {
      for (const other of this.after.ways.to(list, b, isAny)) {
        const together = joined(way, other);
        yield { ...together, buckets: [...together.buckets, ...own] };
      }
    }
  }
}

function isAny(): boolean {
  return true;
}

function sizeOf(buckets: Change['buckets']): number {
  return buckets.reduce((sum, { start, end }) => sum + end - start, 0);
}

export function getsAnother(user: User, before: Side, after: Side): boolean {
  const [from, to] = [outcomeFor(user, before), outcomeFor(user, after)];
  return from.kind !== 'unknown' && to.kind !== 'unknown' && !areSameOutcome(from, to);
}

function outcomeFor(user: User, { toggle, environment }: Side): Outcome {
  return outcomeOf(toggle, evaluate(toggle, user, environment)[0]?.outcome);
}

/** Where a segment is another one afterwards, users come and go that no rule tells of. */
export function haveSameSegments(before: Side, after: Side): boolean {
  return segmentsNamedIn(before, after).every(
    (key) => JSON.stringify(before.environment.segment(key)) === JSON.stringify(after.environment.segment(key)),
  );
}

/** Keys of the segments that the rules of the toggles and of those that they require look at. */
export function segmentsNamedIn(...sides: readonly Side[]): readonly string[] {
  const toggles = sides.flatMap(({ toggle, environment }) => withRequired(toggle, environment));
  return [...new Set(conditionsOf(toggles).flatMap(({ type, objects }) => (type === 'segment' ? objects : [])))];
}
