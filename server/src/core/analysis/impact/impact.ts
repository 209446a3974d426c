/**
 * Computes the impact of a change: who gets another value, and in which buckets. A *place* is one rule or default of
 * each toggle, before and after the change. Users in a place differ only in their buckets, so the shares of a place are
 * exact, and the answer "nobody" is a proof. The number of users in a place is unknown.
 */
import { Budget } from '../../budget.js';
import { getOrCreate } from '../../json/madeOnce.js';
import { evaluate } from '../../evaluation/evaluate.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { none } from '../../evaluation/sdks/sdks.js';
import type { User } from '../../evaluation/user.js';
import { whole } from '../../targeting/values/shares.js';
import { areAlike } from './alike.js';
import { everybody } from '../space/boxes.js';
import type { Entry } from '../space/decisionList.js';
import type { Chosen, Node } from './jointPlaces.js';
import { isSameForAll, nodesOf, placesIn } from './jointPlaces.js';
import type { Outcome } from './outcomes.js';
import { areSameOutcome, outcomeOf } from './outcomes.js';
import type { Move, PlaceMoves } from './placeMoves.js';
import { isKnownMove, movesIn } from './placeMoves.js';
import type { Side } from '../dead/required.js';
import { conditionsOf, haveSameSegments, involvedIn, withRequired } from '../dead/required.js';
import { Space } from '../space/space.js';
import { throwersIn } from '../dead/throwing.js';
import type { Way } from './ways.js';
import { joined } from './ways.js';
import type { Witness } from './witness.js';
import { isWitnessAmong, witnessAmong } from './witness.js';

export interface Impact {
  /** `nobody` is proved; `somebody` means that a witness was found. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  readonly changes: readonly Change[];
  readonly isComplete: boolean;
  /** The lowest and highest share of users in a place who get a different value, in ten-thousandths. */
  readonly least: number;
  readonly most: number;
  /** Whether the shares count only users who meet the prerequisites of the toggle. */
  readonly isWhereMet: boolean;
  /** SDKs in which values may change although nobody's value changes by the official rules (evaluation.md 8). */
  readonly sdks: Evaluators;
  /** The reason why `isComplete` is false. */
  readonly because: Cause | undefined;
}

/** Reasons: rules that only the service knows, a changed segment, an unknown segment or toggle, or too many places. */
export type Cause = 'unlisted-rules' | 'other-segments' | 'unknown-beside' | 'too-many';

/** The change for all users who are in the place `from` before the change and in the place `to` after the change. */
export interface Change {
  /** The places before and after the change; undefined if the toggle is not required on that side. */
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  /** How these users' values change; undefined if this depends on other toggles, or if the search is incomplete. */
  readonly moves: readonly Move[] | undefined;
  /** The share of these users whose value changes, in ten-thousandths; without `moves`, the greatest possible share. */
  readonly share: number;
  /** The smallest share of users whose value must change to produce the new share of each value. */
  readonly leastPossible: number;
  /** True if the search found a user whose value changes. If false, there may be no user in this place. */
  readonly isShown: boolean;
  /** An example user, confirmed by the evaluator. The search for the user runs on first access. */
  readonly witness: Witness | undefined;
}

export type Place = Pick<Entry, 'by' | 'index'>;

const MAX_CHANGES = 200;

/** First ignores unchanged required toggles. @param now Unix seconds, for witnesses; "nobody" is true at any time */
export function impactOf(before: Side, after: Side, now: number, budget = new Budget()): Impact {
  const own = after.toggle.key;
  const involved = involvedIn(before.toggle, before.environment);
  const differs = [...involvedIn(after.toggle, after.environment)].some(
    ([key, each]) => key !== own && involved.has(key) && JSON.stringify(each) !== JSON.stringify(involved.get(key)),
  );
  if (differs) return impactOnDependent(before, after, own, now, budget);
  const alone = answer([before, after], own, true, now, budget);
  if (alone.who === 'somebody' || ![before, after].some(hasPrerequisites)) return alone;
  const together = impactOnDependent(before, after, own, now, budget);
  // If nobody's value changes by the official rules, the search with required toggles shows which SDKs disagree.
  const isByRules = [alone, together].some(({ isComplete, changes }) => isComplete && changes.length === 0);
  return isByRules || together.who !== 'unknown' || together.most < alone.most ? together : alone;
}

/** @param told key of the toggle whose places are reported */
export function impactOnDependent(before: Side, after: Side, told: string, now: number, budget = new Budget()): Impact {
  return answer([before, after], told, false, now, budget);
}

/** @param isAlone whether to ignore the required toggles, which must then be the same before and after the change */
function answer(sides: readonly [Side, Side], told: string, isAlone: boolean, now: number, budget: Budget): Impact {
  const [before, after] = sides;
  const involved = sides.flatMap(({ toggle, environment }) => withRequired(toggle, environment));
  const looked = isAlone ? [before.toggle, after.toggle] : involved;
  if (looked.some((toggle) => toggle.isEnabled && toggle.hasUnknownRules)) return cannotTell('unlisted-rules');
  if (!haveSameSegments(before, after)) return cannotTell('other-segments');
  if (areAlike(before, after)) return nobodyChanges;
  const space = new Space(conditionsOf(involved), budget);
  const search = new Search(sides, nodesOf(sides, told, isAlone, space), told, isAlone, budget);
  const isComplete = search.isComplete();
  const isShown = (user: User) => getsAnother(user, before, after);
  const asked = { space, toggle: after.toggle.key, now };
  const changes = search.changes(isComplete, {
    isShown: (ways) => isWitnessAmong(ways, asked, isShown),
    witness: (ways) => witnessAmong(ways(), asked, isShown),
  });
  const isByRules = isComplete && changes.length === 0;
  const sdks = isByRules ? search.sdks | throwersIn(before) | throwersIn(after) : none;
  const isKnown = isComplete && sdks === none;
  return {
    who: changes.some((change) => change.isShown) ? 'somebody' : isByRules && isKnown ? 'nobody' : 'unknown',
    changes,
    isComplete,
    least: isKnown ? Math.min(...search.surely) : 0,
    most: isKnown ? Math.max(...search.shares) : whole,
    isWhereMet: isAlone && sides.some(hasPrerequisites),
    sdks,
    because: isComplete ? undefined : 'too-many',
  };
}

export function cannotTell(because?: Cause): Impact {
  return { ...nobodyChanges, who: 'unknown', isComplete: false, most: whole, because };
}

const nobodyChanges: Impact = {
  who: 'nobody',
  changes: [],
  isComplete: true,
  least: 0,
  most: 0,
  isWhereMet: false,
  sdks: none,
  because: undefined,
};

function hasPrerequisites({ toggle }: Side): boolean {
  return toggle.isEnabled && toggle.prerequisites.length > 0;
}

interface FoundPlace {
  readonly chosen: readonly Chosen[];
  readonly found: PlaceMoves;
}

interface Group extends Pick<Change, 'from' | 'to'> {
  readonly places: FoundPlace[];
}

interface Shown {
  readonly isShown: (ways: () => Iterable<Way>) => boolean;
  readonly witness: (ways: () => Iterable<Way>) => Witness | undefined;
}

const nothing: PlaceMoves = { moves: [], share: 0, leastPossible: 0, sdks: none, ways: [] };

class Search {
  sdks = none;
  readonly shares = new Set<number>();
  /** Shares of the users whose value certainly changes; an unknown value may stay the same. */
  readonly surely = new Set<number>();
  readonly #groups = new Map<string, Group>();
  readonly #known = new Map<string, PlaceMoves | 'unknown'>();

  constructor(
    private readonly sides: readonly [Side, Side],
    private readonly nodes: readonly Node[],
    private readonly told: string,
    private readonly isAlone: boolean,
    private readonly budget: Budget,
  ) {}

  isComplete(): boolean {
    let changes = 0;
    for (const chosen of placesIn(this.nodes, (each) => this.#isLookedFor(each), this.budget)) {
      const found = chosen === 'unknown' ? chosen : this.#movesIn(chosen);
      if (chosen === 'unknown' || found === 'unknown' || changes === MAX_CHANGES) return false;
      const group = this.#groupOf(chosen);
      if (found.share > 0 && group.places.every((place) => place.found.share === 0)) changes += 1;
      group.places.push({ chosen, found });
      this.shares.add(found.share);
      this.surely.add(found.moves.filter(isKnownMove).reduce((sum, { share }) => sum + share, 0));
      this.sdks |= found.sdks;
    }
    return true;
  }

  /** Whether to keep a place. A single place without a change represents all places without a change. */
  #isLookedFor(chosen: readonly Chosen[]): boolean {
    const found = this.#movesIn(chosen);
    if (found === 'unknown' || found.share > 0 || (found.sdks & ~this.sdks) !== none) return true;
    return this.isAlone ? !this.shares.has(0) : this.#groupOf(chosen).places.every((place) => place.found.share > 0);
  }

  #movesIn(chosen: readonly Chosen[]): PlaceMoves | 'unknown' {
    const name = chosen.map(({ node, at }) => node.alike[at]).join();
    return getOrCreate(this.#known, name, () =>
      isSameForAll(chosen, this.nodes) ? nothing : movesIn(this.sides, chosen, this.budget),
    );
  }

  #groupOf(chosen: readonly Chosen[]): Group {
    const own = chosen.filter(({ node }) => node.toggle.key === this.told);
    const [from, to] = [0, 1].map((side) => own.find(({ node }) => node.isIn[side]));
    const name = JSON.stringify([from?.at, to?.at]);
    return getOrCreate(this.#groups, name, () => ({ from: placeOf(from), to: placeOf(to), places: [] }));
  }

  /** The reported toggle's places are searched in order, so after an early stop, only the last group is incomplete. */
  changes(isComplete: boolean, shown: Shown): readonly Change[] {
    const groups = [...this.#groups.values()].filter(({ places }) => places.length > 0);
    const last = isComplete || this.isAlone ? undefined : groups.at(-1);
    return groups
      .filter(({ places }) => places.some(({ found }) => found.share > 0))
      .map((group) => changeOf(group, group !== last, shown));
  }
}

function placeOf(chosen: Chosen | undefined): Place | undefined {
  const { by, index } = chosen?.list.entries[chosen.at] ?? {};
  return by && { by, index };
}

/** If values of users in the same places of the reported toggle change differently, reports only the greatest share. */
function changeOf({ from, to, places }: Group, isWhole: boolean, shown: Shown): Change {
  const [first, ...others] = places.map(({ found }) => found);
  const moves = movesInShort(first);
  const areAlike = isWhole && others.every((other) => movesInShort(other) === moves);
  const share = isWhole ? Math.max(...places.map(({ found }) => found.share)) : whole;
  const ways = () => waysTo(places);
  const isShown = once(() => shown.isShown(ways));
  const witness = once(() => shown.witness(ways));
  return {
    from,
    to,
    moves: areAlike ? first?.moves : undefined,
    share,
    leastPossible: (areAlike ? first?.leastPossible : undefined) ?? share,
    get isShown() {
      return isShown();
    },
    get witness() {
      return witness();
    },
  };
}

function movesInShort(found: PlaceMoves | undefined): string {
  return JSON.stringify(found?.moves.map(({ from, to, share }) => [from, to, share]));
}

function* waysTo(places: readonly FoundPlace[]): Generator<Way> {
  for (const { chosen, found } of places)
    for (const buckets of found.ways)
      yield* waysThrough(chosen, { box: everybody, elsewhere: () => undefined, buckets });
}

function* waysThrough([first, ...others]: readonly Chosen[], way: Way): Generator<Way> {
  if (first === undefined) yield way;
  else
    for (const each of first.node.ways.to(first.list, first.at, () => true))
      yield* waysThrough(others, joined(each, way));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function getsAnother(user: User, before: Side, after: Side): boolean {
  const [from, to] = [outcomeFor(user, before), outcomeFor(user, after)];
  return from.kind !== 'unknown' && to.kind !== 'unknown' && !areSameOutcome(from, to);
}

function outcomeFor(user: User, { toggle, environment }: Side): Outcome {
  return outcomeOf(toggle, evaluate(toggle, user, environment)[0]?.outcome);
}
