/**
 * Compares the largest share that a change is said to move, which `max-step` is about, with a count of all buckets, user by user. `PAIRS=1
 * SEED=7` tries one again.
 */
import { expect, it } from 'vitest';
import { impactOf } from '../../server/src/core/analysis/impact.js';
import type { Side } from '../../server/src/core/analysis/required.js';
import type { Witness } from '../../server/src/core/analysis/witness.js';
import { Budget } from '../../server/src/core/budget.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { whole } from '../../server/src/core/targeting/shares.js';
import { FEW, rounds } from '../support/rounds.js';
import { Grid } from './bruteForce.js';
import { changed } from './changes.js';
import type { PlainServe, World } from './contents.js';
import { arrivalIn, Random, worldOf } from './contents.js';
import { textFor } from './impact.property.js';
import { wrongOf } from './wrongOf.js';

class ShareTally {
  pairs = 0;
  /** The count is what is said. */
  equal = 0;
  /** The count is less: who comes to a place depends on other toggles, or cannot be shown. */
  bounded = 0;
  /** Nothing is said. */
  unknown = 0;
  readonly shares = new Set<number>();
}

const now = 1_717_200_000;
/** Each has all buckets counted. */
const PLACES = 4;
/** Six times the standard deviation of a sample of 10,000. */
const MAX_DEVIATION = 300;
const title = 'The largest share that moves is the number of buckets that a count finds';
const pairs = Number(process.env['PAIRS'] ?? rounds(5_000, FEW));
const firstSeed = Number(process.env['SEED'] ?? 1);

it(title, { timeout: 60_000 + pairs * 1_000 }, () => {
  const tally = new ShareTally();
  expect(wrongOf((seed) => falseShares(seed, tally), firstSeed, pairs)).toEqual([]);
  const { equal, bounded, unknown, shares } = tally;
  process.stdout.write(`${JSON.stringify({ pairs, equal, bounded, unknown, shares: shares.size })}\n`);
  expect(equal).toBeGreaterThan(pairs * 0.7);
  expect(shares.size).toBeGreaterThan(5);
});

function falseShares(seed: number, tally: ShareTally): readonly string[] {
  const random = new Random(seed);
  const world = worldOf(random);
  for (const serve of servesOf(world)) resplit(serve, random);
  const other = changed(world, random);
  for (const serve of servesOf(other)) if (random.chance(0.2)) resplit(serve, random);
  const [before, after] = [arrivalIn(world), arrivalIn(other)];
  const { who, isComplete, changes, most, isWhereMet } = impactOf(before, after, now, new Budget(Infinity));
  tally.pairs += 1;
  if (!isComplete) {
    tally.unknown += 1;
    return [];
  }
  const toggles = [before.toggle, after.toggle];
  const grid = new Grid(toggles, random, 150);
  const met = new Map<string, Person>();
  for (const point of grid.points) {
    const places = toggles.map((toggle) => grid.decidedAt(point, toggle)).join(' ');
    if (!met.has(places) && met.size < PLACES) met.set(places, grid.profileAt(point));
  }
  const largest = changes.filter(({ share }) => share === most).flatMap(({ witness }) => witness ?? [])[0];
  const people = [...met.values(), ...(largest === undefined ? [] : [largest])];
  // Where the share is of all buckets of the required toggles, too, others of these are drawn each time.
  const isOfAll = !isWhereMet && !toggles.every(isAlone);
  const draw = () => new Map(['p1', 'p2'].map((key) => [key, random.below(whole)]));
  const counts = people.flatMap((person) => countOf(person, draw, isOfAll, before, after) ?? []);
  const count = Math.max(0, ...counts);
  tally.shares.add(count);
  if (count === most) tally.equal += 1;
  else tally.bounded += 1;
  const isExact = (largest !== undefined || who === 'nobody') && toggles.every(isAlone);
  const isRight = isExact ? count === most : count <= most + (isOfAll ? MAX_DEVIATION : 0);
  return isRight ? [] : [`at most ${most} change, and ${count} of ${whole} buckets do`];
}

function isAlone({ prerequisites }: Side['toggle']): boolean {
  return prerequisites.length === 0;
}

type Person = Pick<Witness, 'key' | 'attributes' | 'now'> & { readonly segments: readonly string[] | undefined };

/** In how many buckets a user gets something else; undefined where it cannot be known. */
function countOf(
  { key, attributes, segments, now: time }: Person,
  draw: () => ReadonlyMap<string, number>,
  isOfAll: boolean,
  before: Side,
  after: Side,
): number | undefined {
  const buckets = new Map(draw());
  const user = new User(key, attributes, time ?? now, segments && new Set(segments), buckets, new Budget(Infinity));
  let count = 0;
  for (let bucket = 0; bucket < whole; bucket += 1) {
    if (isOfAll) for (const [key, other] of draw()) buckets.set(key, other);
    buckets.set('asked', bucket);
    const [one, other] = [textFor(user, before), textFor(user, after)];
    if (one === undefined || other === undefined) return undefined;
    if (one !== other) count += 1;
  }
  return count;
}

function servesOf({ asked: { content } }: World): readonly PlainServe[] {
  return [content.defaultServe, content.disabledServe, ...content.rules.map((rule) => rule.serve)];
}

/** Any shares, to a hundredth of a percent. */
function resplit(serve: PlainServe, random: Random): void {
  if (serve.split === undefined) return;
  let left: number = whole;
  serve.split = serve.split.map((_, index, { length }) => {
    const share = index === length - 1 ? left : random.below(left + 1);
    left -= share;
    return share;
  });
}
