/** Computes the changes in a place. Users differ only in buckets, so each combination of ranges is evaluated once. */
import type { Budget } from '../../budget.js';
import type { Environment } from '../../evaluation/evaluate.js';
import { evaluate } from '../../evaluation/evaluate.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { none } from '../../evaluation/sdks/sdks.js';
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import { User } from '../../evaluation/user.js';
import { whole } from '../../targeting/values/shares.js';
import type { Side } from '../dead/required.js';
import { servesOf } from './alike.js';
import type { Chosen } from './jointPlaces.js';
import type { Outcome } from './outcomes.js';
import { areSameOutcome, outcomesOf, rangesBetweenCuts, unknown, evaluatorsThatDiffer } from './outcomes.js';
import type { Buckets } from './ways.js';

export interface Move {
  readonly from: Outcome;
  readonly to: Outcome;
  /** The share of buckets whose users' values change in this way, in ten-thousandths. */
  readonly share: number;
  readonly buckets: readonly (readonly BucketRange[])[];
}

export interface PlaceMoves {
  readonly moves: readonly Move[];
  readonly share: number;
  /** Smallest share of users whose value must change: half the sum of the differences between old and new shares. */
  readonly leastPossible: number;
  /** SDKs in which values change for users whose value does not change by the official rules. */
  readonly sdks: Evaluators;
  /** The buckets of the users whose value changes: a list for each way to reach such a user. */
  readonly ways: readonly (readonly Buckets[])[];
}

const MAX_COMBINATIONS = 2_000;

export function movesIn(
  sides: readonly [Side, Side],
  chosen: readonly Chosen[],
  budget: Budget,
): PlaceMoves | 'unknown' {
  const [before, after] = [new Fixed(sides[0], chosen, 0), new Fixed(sides[1], chosen, 1)];
  const cells = cellsOf([before, after], sides[1].toggle.key);
  if (cells.reduce((product, { ranges }) => product * ranges.length, 1) > MAX_COMBINATIONS) return 'unknown';
  const moves = new Map<string, Move>();
  let sdks = none;
  for (const buckets of combinations(cells)) {
    if (!budget.spend()) return 'unknown';
    const [earlier, later] = [before.outcomesIn(buckets), after.outcomesIn(buckets)];
    const [[from = unknown], [to = unknown]] = [earlier, later];
    if (areSameOutcome(from, to)) {
      sdks |= evaluatorsThatDiffer(earlier, later);
      continue;
    }
    const name = JSON.stringify([from, to]);
    const { share = 0, buckets: others = [] } = moves.get(name) ?? {};
    moves.set(name, { from, to, share: share + sizeOf(buckets), buckets: [...others, buckets] });
  }
  const all = [...moves.values()];
  const share = all.reduce((sum, move) => sum + move.share, 0);
  return { moves: all, share, leastPossible: leastOf(all), sdks, ways: waysIn(all, cells) };
}

export function isKnownMove({ from, to }: Move): boolean {
  return from.kind !== 'unknown' && to.kind !== 'unknown';
}

function sizeOf(buckets: readonly BucketRange[]): number {
  return buckets.reduce((product, { start, end }) => (product * (end - start)) / whole, whole);
}

function leastOf(moves: readonly Move[]): number {
  const sizes = new Map<string, number>();
  for (const { from, to, share } of moves)
    for (const [outcome, size] of [
      [from, -share],
      [to, share],
    ] as const) {
      const name = outcome.kind === 'variation' ? JSON.stringify(outcome.value) : outcome.kind;
      const own = outcome.kind === 'unknown' ? `${name} ${size < 0}` : name;
      sizes.set(own, (sizes.get(own) ?? 0) + size);
    }
  return [...sizes.values()].reduce((sum, size) => sum + Math.abs(size), 0) / 2;
}

/** A side of the change, with each toggle reduced to the entry that was chosen for it in the place. */
class Fixed {
  readonly toggles = new Map<string, Toggle>();
  readonly #environment: Environment;

  constructor(
    private readonly side: Side,
    chosen: readonly Chosen[],
    which: 0 | 1,
  ) {
    for (const { node, list, at } of chosen) {
      const entry = list.entries[at];
      if (!node.isIn[which] || entry === undefined) continue;
      const isEnabled = entry.by === 'rule' || entry.by === 'default';
      const { key, prerequisites, disabledServe } = node.toggle;
      // Java always reads `disabledServe`. If it is left to the service, it is assumed to serve a variation.
      const isLeftOut = isEnabled && prerequisites.length === 0 && disabledServe === 'unknown';
      this.toggles.set(key, {
        ...node.toggle,
        isEnabled,
        disabledServe: isLeftOut ? 0 : disabledServe,
        rules: entry.by === 'rule' ? [{ conditions: [], serve: entry.serve }] : [],
        hasUnknownRules: false,
      });
    }
    const { toggle, segment } = side.environment;
    this.#environment = { toggle: (key) => this.toggles.get(key) ?? toggle(key), segment };
  }

  outcomesIn(buckets: readonly BucketRange[]): readonly Outcome[] {
    const toggle = this.toggles.get(this.side.toggle.key) ?? this.side.toggle;
    const user = new User(undefined, new Map(), 0, undefined, new Map(buckets.map(({ key, start }) => [key, start])));
    return outcomesOf(toggle, evaluate(toggle, user, this.#environment));
  }
}

interface BucketRange {
  /** Key of the toggle to which the buckets belong. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The bucket ranges of a split toggle. All users in a range are treated alike, before and after the change. */
interface Cell {
  readonly key: string;
  readonly ranges: readonly BucketRange[];
  /** Whether the user's bucket matters by the official rules. */
  readonly isInForce: boolean;
}

/** @param last key of the toggle whose cell comes last */
function cellsOf(sides: readonly Fixed[], last: string): readonly Cell[] {
  const keys = new Set(sides.flatMap(({ toggles }) => [...toggles.keys()]));
  const isLast = keys.delete(last);
  return [...keys, ...(isLast ? [last] : [])].flatMap((key): readonly Cell[] => {
    const toggles = sides.flatMap((side) => side.toggles.get(key) ?? []);
    const serves = toggles.flatMap(servesOf);
    if (!serves.some(isSplit)) return [];
    const ranges = rangesBetweenCuts(serves).map((range) => ({ key, ...range }));
    return [{ key, ranges, isInForce: toggles.some((toggle) => servesInForce(toggle).some(isSplit)) }];
  });
}

function servesInForce({ isEnabled, prerequisites, rules, defaultServe, disabledServe }: Toggle): readonly Serve[] {
  if (!isEnabled) return [disabledServe];
  return [rules[0]?.serve ?? defaultServe, ...(prerequisites.length > 0 ? [disabledServe] : [])];
}

function isSplit(serve: Serve): boolean {
  return typeof serve === 'object';
}

function* combinations(cells: readonly Cell[], at = 0): Generator<readonly BucketRange[]> {
  const cell = cells[at];
  if (cell === undefined) yield [];
  else for (const range of cell.ranges) for (const rest of combinations(cells, at + 1)) yield [range, ...rest];
}

/** Merges ways that differ only in the last cell, so that a user key with matching buckets is found sooner. */
function waysIn(moves: readonly Move[], cells: readonly Cell[]): readonly (readonly Buckets[])[] {
  const found = new Map<string, BucketRange[][]>();
  for (const buckets of moves.flatMap((move) => move.buckets)) {
    const name = JSON.stringify(buckets.slice(0, -1));
    const own = found.get(name) ?? cells.map((_, at) => buckets.slice(at, at + 1));
    if (found.has(name)) own.at(-1)?.push(...buckets.slice(-1));
    found.set(name, own);
  }
  return Array.from(found.values(), (own) =>
    own.flatMap((ranges, at): readonly Buckets[] => {
      const { key: toggle = '', isInForce = true } = cells[at] ?? {};
      const isAll = ranges.reduce((sum, { start, end }) => sum + end - start, 0) === whole;
      return isAll && !isInForce ? [] : [{ toggle, ranges }];
    }),
  );
}
