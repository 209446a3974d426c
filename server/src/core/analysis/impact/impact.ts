/**
 * What a change does to people: who gets another value afterwards, in which buckets. Everyone matches one rule or the default of each toggle
 * involved, before and after the change: all of these together are a place. In one place, only buckets tell users apart. So shares of
 * those who come to a place are exact, and that nobody changes is a proof; nobody knows how many users come to a place.
 */
import { Budget } from '../../budget.js';
import { madeOnce } from '../../json/madeOnce.js';
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
  /** `nobody` is proved, and `somebody` is shown by a witness; otherwise it cannot be told. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  readonly changes: readonly Change[];
  /** There are no other changes than these. */
  readonly isComplete: boolean;
  /** In ten-thousandths of all buckets: for any users, at least and at most this share gets a different value. */
  readonly least: number;
  readonly most: number;
  /** Shares are of users for whom the prerequisites of the toggle are met. */
  readonly isWhereMet: boolean;
  /** If nobody changes by the rules: the SDKs that differ from the rules (evaluation.md 8) so that someone may. */
  readonly sdks: Evaluators;
  /** The reason why it is not complete. */
  readonly because: Cause | undefined;
}

/** Rules that only the service knows; segments that differ; a segment or required toggle that nobody knows; too many kinds of users. */
export type Cause = 'unlisted-rules' | 'other-segments' | 'unknown-beside' | 'too-many';

/** Users who come to one place of a toggle before the change and to one after it. */
export interface Change {
  /** Undefined if the toggle is not required then. */
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  /** Undefined if they differ among these users, or if not all of them were looked at. */
  readonly moves: readonly Move[] | undefined;
  /** In ten-thousandths: at most this share of them changes, exactly this share if there are moves. */
  readonly share: number;
  /** The share that would be enough to give each value its new share. */
  readonly leastPossible: number;
  /** Whether there surely is anyone. Perhaps nobody comes to a place if no user is found who does. */
  readonly isShown: boolean;
  /** A user whom the evaluator confirms, looked for when it is asked for. */
  readonly witness: Witness | undefined;
}

/** What decides. */
export type Place = Pick<Entry, 'by' | 'index'>;

const MAX_CHANGES = 200;

/**
 * What changes of a toggle and of toggles that it requires do to its users. If what it requires is the same, it is looked at alone, and
 * together with all that it requires only if this leaves it open.
 *
 * @param now Unix seconds, for witnesses; that nobody changes is proved for all times
 */
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
  // If nobody changes by the rules, what it requires shows which SDKs do not agree.
  const isByRules = [alone, together].some(({ isComplete, changes }) => isComplete && changes.length === 0);
  return isByRules || together.who !== 'unknown' || together.most < alone.most ? together : alone;
}

/** What a change does to a toggle that requires changed ones. @param told key of the toggle whose places are told */
export function impactOnDependent(before: Side, after: Side, told: string, now: number, budget = new Budget()): Impact {
  return answer([before, after], told, false, now, budget);
}

/** @param isAlone without what the toggle requires, which is the same before and after */
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

/** Users who come to the same places of the toggle that is told. */
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
  /** The shares without users whose value is unknown before or after: they perhaps keep it. */
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

  /** One place where nobody changes stands for all such places. */
  #isLookedFor(chosen: readonly Chosen[]): boolean {
    const found = this.#movesIn(chosen);
    if (found === 'unknown' || found.share > 0 || (found.sdks & ~this.sdks) !== none) return true;
    return this.isAlone ? !this.shares.has(0) : this.#groupOf(chosen).places.every((place) => place.found.share > 0);
  }

  #movesIn(chosen: readonly Chosen[]): PlaceMoves | 'unknown' {
    const name = chosen.map(({ node, at }) => node.alike[at]).join();
    return madeOnce(this.#known, name, () =>
      isSameForAll(chosen, this.nodes) ? nothing : movesIn(this.sides, chosen, this.budget),
    );
  }

  #groupOf(chosen: readonly Chosen[]): Group {
    const own = chosen.filter(({ node }) => node.toggle.key === this.told);
    const [from, to] = [0, 1].map((side) => own.find(({ node }) => node.isIn[side]));
    const name = JSON.stringify([from?.at, to?.at]);
    return madeOnce(this.#groups, name, () => ({ from: placeOf(from), to: placeOf(to), places: [] }));
  }

  /** Places of the toggle that is told are searched one by one, so a search that was cut short may lack places of the last group alone. */
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

/** Of those who come to the same places of the toggle that is told, all change alike, or only the most is told. */
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
