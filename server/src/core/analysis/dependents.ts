/**
 * What a change of some toggles does to one that requires them, directly or through others. Everyone matches one rule or the default of
 * each toggle involved, before and after the change: all of these together are a place. In one place, only buckets tell users
 * apart, and the evaluator is asked once for each combination of their ranges. So shares are exact, and that nobody changes is a proof.
 */
import type { Environment } from '../evaluation/evaluate.js';
import { evaluate } from '../evaluation/evaluate.js';
import type { Evaluators } from '../evaluation/sdks.js';
import { none } from '../evaluation/sdks.js';
import type { Serve, Toggle } from '../evaluation/toggles.js';
import { User } from '../evaluation/user.js';
import { whole } from '../targeting/shares.js';
import type { Box } from './boxes.js';
import { both, everybody } from './boxes.js';
import type { Place, Side } from './impact.js';
import { getsAnother, haveSameSegments } from './impact.js';
import type { Chosen } from './jointPlaces.js';
import { nodesOf, Places } from './jointPlaces.js';
import type { Outcome } from './outcomes.js';
import { areSameOutcome, outcomesOf, whoTellApart } from './outcomes.js';
import { conditionsOf, withRequired } from './required.js';
import type { IsOver } from './search.js';
import { Space } from './space.js';
import { throwersIn } from './throwing.js';
import type { Way } from './ways.js';
import type { Witness } from './witness.js';
import { witnessAmong } from './witness.js';

export interface ImpactOnDependent {
  /** `nobody` is proved, and `somebody` is shown by a witness; otherwise it cannot be told. */
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** One for each pair of places of the first changed toggle, where anyone may change. */
  readonly changes: readonly ChangeOfDependent[];
  /** There are no other changes than these. */
  readonly isComplete: boolean;
  /** In ten-thousandths of all buckets: for any users, at least and at most so many get a different value. */
  readonly least: number;
  readonly most: number;
  /** One whom the evaluator confirms. */
  readonly witness: Witness | undefined;
  /** Where nobody changes by the rules: the SDKs that read prerequisites so (evaluation.md 8) that someone may. */
  readonly sdks: Evaluators;
}

/** What becomes of those who match one rule of the changed toggle before, and one afterwards. */
export interface ChangeOfDependent {
  /** Undefined where the dependent does not require the changed toggle then. */
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  /** In ten-thousandths; undefined where it differs among them, or where not all of them were looked at. */
  readonly moves: readonly Move[] | undefined;
  readonly most: number;
  /** Whether there surely is anyone. Of a change that cannot be shown, perhaps there is nobody at all. */
  readonly isShown: () => boolean;
}

export interface Move {
  readonly from: Outcome;
  readonly to: Outcome;
  /** In ten-thousandths of all buckets. */
  readonly share: number;
}

/** So many combinations of buckets are looked at in one place. */
const MAX_COMBINATIONS = 2_000;

/**
 * @param before the dependent with what it requires; where it changes itself, `changed` has its key
 * @param changed keys of the toggles that may differ, at least of all that do; of the first, places are told
 * @param now Unix seconds, for the witness
 */
export function impactOnDependent(
  before: Side,
  after: Side,
  changed: readonly string[],
  now: number,
  isOver: IsOver,
): ImpactOnDependent {
  const involved = [before, after].map(({ toggle, environment }) => withRequired(toggle, environment));
  const all = involved.flat();
  if (all.some((toggle) => toggle.isEnabled && toggle.hasUnknownRules) || !haveSameSegments(before, after))
    return cannotTell();
  const keys = new Set(all.map(({ key }) => key));
  const [told = '', ...others] = changed;
  const changing = [told, ...others.filter((key) => keys.has(key))];
  const space = new Space(conditionsOf(all));
  const nodes = nodesOf(involved, changing, space, isOver);
  const search = new Places(nodes, isOver);
  const found: FoundPlace[] = [];
  const shown = (ways: readonly Way[]) =>
    witnessAmong(ways, { space, toggle: after.toggle.key, now, isOver }, (user) => getsAnother(user, before, after));
  let witness: Witness | undefined;
  let sdks = throwersIn(before) | throwersIn(after);
  for (const chosen of search.all()) {
    if (chosen === 'unknown' || isOver()) return { ...cannotTell(witness), changes: groupedSoFar(found, shown) };
    const place = placeOf(chosen, before, after, changing, isOver);
    if (place === 'unknown') return { ...cannotTell(witness), changes: groupedSoFar(found, shown) };
    found.push(place);
    sdks |= place.sdks;
    witness ??= shown(place.ways);
  }
  const shares = found.map(({ share }) => share);
  const changes = grouped(found, shown);
  const isSameByRules = changes.length === 0;
  const isBySdksAlone = isSameByRules && sdks !== none;
  return {
    who: witness !== undefined ? 'somebody' : isSameByRules && !isBySdksAlone ? 'nobody' : 'unknown',
    changes,
    isComplete: true,
    least: Math.min(...shares),
    most: isBySdksAlone ? whole : Math.max(...shares),
    witness,
    sdks: isSameByRules ? sdks : none,
  };
}

export function cannotTell(witness?: Witness): ImpactOnDependent {
  const who = witness === undefined ? 'unknown' : 'somebody';
  return { who, changes: [], isComplete: false, least: 0, most: whole, witness, sdks: none };
}

type Shown = (ways: readonly Way[]) => Witness | undefined;

interface FoundPlace {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  readonly moves: readonly Move[];
  readonly share: number;
  readonly sdks: Evaluators;
  /** To those who change. */
  readonly ways: readonly Way[];
}

function placeOf(
  chosen: readonly Chosen[],
  before: Side,
  after: Side,
  changed: readonly string[],
  isOver: IsOver,
): FoundPlace | 'unknown' {
  const sides = [before, after].map((side, index) => new Fixed(side, chosen, index === 0 ? 0 : 1));
  const [old, now] = sides as [Fixed, Fixed];
  const place = { from: old.placeOf(changed[0] ?? ''), to: now.placeOf(changed[0] ?? '') };
  if (old.text(changed) === now.text(changed)) return { ...place, moves: [], share: 0, sdks: none, ways: [] };
  const cells = cellsOf(sides);
  if (cells.reduce((product, { ranges }) => product * ranges.length, 1) > MAX_COMBINATIONS) return 'unknown';
  const moves = new Map<string, Move>();
  const ways: Way[] = [];
  let sdks = none;
  for (const combination of combinations(cells)) {
    const [earlier, later] = [old.outcomesIn(combination), now.outcomesIn(combination)];
    const [[from], [to]] = [earlier, later];
    if (from === undefined || from.kind === 'unknown' || to === undefined || to.kind === 'unknown' || isOver())
      return 'unknown';
    if (areSameOutcome(from, to)) {
      sdks |= whoTellApart(earlier, later);
      continue;
    }
    const name = JSON.stringify([from, to]);
    const share = combination.reduce((product, { start, end }) => (product * (end - start)) / whole, whole);
    moves.set(name, { from, to, share: (moves.get(name)?.share ?? 0) + share });
    ways.push(wayTo(chosen, combination));
  }
  const all = [...moves.values()];
  return { ...place, moves: all, share: all.reduce((sum, { share }) => sum + share, 0), sdks, ways };
}

/** One side, in which each toggle serves what its entry in the place says. */
class Fixed {
  readonly toggles = new Map<string, Toggle>();
  readonly #places = new Map<string, Place>();
  readonly #environment: Environment;

  constructor(
    private readonly side: Side,
    chosen: readonly Chosen[],
    which: 0 | 1,
  ) {
    for (const { node, at } of chosen) {
      const entry = node.list.entries[at];
      if (!node.isIn[which] || entry === undefined) continue;
      this.toggles.set(node.toggle.key, {
        ...node.toggle,
        rules: entry.by === 'rule' ? [{ conditions: [], serve: entry.serve }] : [],
        hasUnknownRules: false,
      });
      this.#places.set(node.toggle.key, { by: entry.by, index: entry.index });
    }
    this.#environment = {
      toggle: (key) => this.toggles.get(key) ?? side.environment.toggle(key),
      segment: side.environment.segment,
    };
  }

  placeOf(key: string): Place | undefined {
    return this.#places.get(key);
  }

  text(keys: readonly string[]): string {
    return JSON.stringify(keys.map((key) => this.toggles.get(key) ?? this.side.environment.toggle(key)));
  }

  /** One for each of `evaluators`. */
  outcomesIn(buckets: readonly BucketRange[]): readonly Outcome[] {
    const toggle = this.toggles.get(this.side.toggle.key) ?? this.side.toggle;
    const user = new User(undefined, new Map(), 0, undefined, new Map(buckets.map(({ key, start }) => [key, start])));
    return outcomesOf(toggle, evaluate(toggle, user, this.#environment));
  }
}

interface BucketRange {
  /** Of the toggle. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Of each toggle with a split, the ranges in which everyone gets the same of it, before and after: one range where a share is everyone's. */
function cellsOf(sides: readonly Fixed[]): readonly { readonly ranges: readonly BucketRange[] }[] {
  const keys = new Set(sides.flatMap(({ toggles }) => [...toggles.keys()]));
  return [...keys].flatMap((key) => {
    const toggles = sides.flatMap((side) => side.toggles.get(key) ?? []);
    const serves = toggles.flatMap(({ defaultServe, disabledServe, rules }) => [
      ...[defaultServe, disabledServe],
      ...rules.map(({ serve }) => serve),
    ]);
    if (!serves.some((serve) => typeof serve === 'object')) return [];
    const starts = [...new Set([0, ...serves.flatMap(cutsOf)])].sort((a, b) => a - b);
    return [{ ranges: starts.map((start, index) => ({ key, start, end: starts[index + 1] ?? whole })) }];
  });
}

function cutsOf(serve: Serve): readonly number[] {
  return typeof serve === 'object' ? serve.flat().filter((cut) => cut > 0 && cut < whole) : [];
}

function* combinations(
  cells: readonly { readonly ranges: readonly BucketRange[] }[],
  at = 0,
): Generator<readonly BucketRange[]> {
  const cell = cells[at];
  if (cell === undefined) yield [];
  else for (const range of cell.ranges) for (const rest of combinations(cells, at + 1)) yield [range, ...rest];
}

function wayTo(chosen: readonly Chosen[], buckets: readonly BucketRange[]): Way {
  const entries = chosen.map(({ node, at }) => ({
    list: node.list,
    at,
    surely: node.list.entries[at]?.surely ?? everybody,
  }));
  return {
    box: entries.reduce<Box>((box, { surely }) => both(box, surely), everybody),
    elsewhere: (point) => {
      for (const { list, at } of entries) {
        const index = list.perhaps.first(point, 0, at);
        if (index !== undefined) return list.entries[index]?.perhaps;
      }
      return undefined;
    },
    buckets: buckets.map(({ key, start, end }) => ({ toggle: key, ranges: [{ start, end }] })),
  };
}

/** By the places of the changed toggle: of those who come to the same, all change alike, or only the most is told. */
function grouped(places: readonly FoundPlace[], shown: Shown): readonly ChangeOfDependent[] {
  const groups = new Map<string, FoundPlace[]>();
  for (const place of places) {
    const name = JSON.stringify([place.from, place.to]);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(place);
  }
  return Array.from(groups.values(), (group) => {
    const [first, ...others] = group;
    const areAlike = others.every(({ moves }) => JSON.stringify(moves) === JSON.stringify(first?.moves));
    const { from, to, moves = [] } = first ?? {};
    return {
      from,
      to,
      moves: areAlike ? moves : undefined,
      most: Math.max(...group.map(({ share }) => share)),
      isShown: () => group.some(({ ways }) => shown(ways) !== undefined),
    };
  }).filter(({ most }) => most > 0);
}

/** Places of the changed toggle are searched one by one, so the search has not come to the end of the last one alone. */
function groupedSoFar(places: readonly FoundPlace[], shown: Shown): readonly ChangeOfDependent[] {
  const last = places.at(-1);
  const isLast = ({ from, to }: ChangeOfDependent) =>
    JSON.stringify([from, to]) === JSON.stringify([last?.from, last?.to]);
  return grouped(places, shown).map((change) =>
    isLast(change) ? { ...change, moves: undefined, most: whole } : change,
  );
}
