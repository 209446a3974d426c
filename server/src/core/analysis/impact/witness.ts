/** Constructs a user with few attributes who meets the requirements of a way. The evaluator must confirm the user. */
import { bucketOf } from '../../evaluation/buckets.js';
import { User } from '../../evaluation/user.js';
import type { Profile } from '../../evaluation/users.js';
import { whole } from '../../targeting/values/shares.js';
import { both } from '../space/boxes.js';
import type { Cells } from '../space/cells.js';
import { hasCell, intersection, union } from '../space/cells.js';
import { uncovered } from '../space/search.js';
import type { Space } from '../space/space.js';
import type { Buckets, Way } from './ways.js';

/** A user who proves that a rule is reachable, or that a value changes. */
export interface Witness extends Profile {
  /** The user's bucket for the toggle itself, if no user key with this bucket was found. */
  readonly bucket: number | undefined;
  /** The time of the evaluation in Unix seconds; undefined if the time does not matter. */
  readonly now: number | undefined;
}

export interface Asked {
  readonly space: Space;
  /** Key of the toggle that the witness is for. */
  readonly toggle: string;
  /** The time of the evaluation in Unix seconds. */
  readonly now: number;
}

const LIMITS = { ways: 32, keys: 20_000 };

type IsConfirmed = (user: User) => boolean;

export function witnessAmong(ways: Iterable<Way>, asked: Asked, isConfirmed: IsConfirmed): Witness | undefined {
  return firstAmong(ways, asked, isConfirmed, identityIn);
}

/** Whether there is a witness. Tries a bucket first, because finding a user key takes longer. */
export function isWitnessAmong(ways: () => Iterable<Way>, asked: Asked, isConfirmed: IsConfirmed): boolean {
  const found = firstAmong(ways(), asked, isConfirmed, ownBucketIn) ?? witnessAmong(ways(), asked, isConfirmed);
  return found !== undefined;
}

type Identity = Pick<Witness, 'key' | 'bucket'>;
type Identify = (buckets: readonly Buckets[], own: string) => Identity | undefined;

function firstAmong(
  ways: Iterable<Way>,
  asked: Asked,
  isConfirmed: IsConfirmed,
  identify: Identify,
): Witness | undefined {
  let left = LIMITS.ways;
  for (const way of ways) {
    const witness = witnessOn(way, asked, identify);
    if (witness !== undefined && isConfirmed(userOf(witness, asked))) return witness;
    left -= 1;
    if (left === 0 || !asked.space.budget.spend()) return undefined;
  }
  return undefined;
}

function userOf({ key, attributes, segments, bucket }: Witness, { toggle, now }: Pick<Asked, 'toggle' | 'now'>): User {
  const buckets = bucket === undefined ? undefined : new Map([[toggle, bucket]]);
  return new User(key, attributes, now, segments && new Set(segments), buckets);
}

function witnessOn(
  { box, elsewhere, buckets }: Way,
  { space, toggle, now }: Asked,
  identify: Identify,
): Witness | undefined {
  const point = uncovered(both(box, space.realAt(now)), elsewhere, space.budget);
  if (point === undefined || point === 'unknown') return undefined;
  const identity = identify(buckets, toggle);
  if (identity === undefined) return undefined;
  const [attributes, segments] = [new Map<string, string>(), new Set<string>()];
  let isTimed = false;
  for (const axis of space.axes) {
    const cell = axis.cells[point(axis)];
    if (cell?.during !== undefined) isTimed = true;
    if (typeof cell?.holds === 'object') for (const key of cell.holds) segments.add(key);
    if (typeof cell?.holds === 'string' && axis.kind.of === 'attribute') attributes.set(axis.kind.name, cell.holds);
  }
  return {
    ...identity,
    attributes,
    segments: space.hasSegments ? [...segments] : undefined,
    now: isTimed ? now : undefined,
  };
}

/** @returns a user key, or a bucket if no user key was found; undefined if neither was found */
function identityIn(buckets: readonly Buckets[], own: string): Identity | undefined {
  const asked = askedIn(buckets);
  if (asked.some(([, cells]) => cells.length === 0)) return undefined;
  if (asked.length === 0) return { key: undefined, bucket: undefined };
  for (let number = 0; number < LIMITS.keys; number += 1) {
    const key = `user-${number}`;
    if (asked.every(([toggle, cells]) => hasCell(cells, bucketOf(key, toggle)))) return { key, bucket: undefined };
  }
  return ownBucketIn(buckets, own);
}

/** Identifies the user by a bucket for the toggle itself; undefined if required toggles restrict buckets as well. */
function ownBucketIn(buckets: readonly Buckets[], own: string): Identity | undefined {
  const [only, ...others] = askedIn(buckets);
  if (only === undefined) return { key: undefined, bucket: undefined };
  const [toggle, [bucket]] = only;
  return others.length === 0 && toggle === own && bucket !== undefined ? { key: undefined, bucket } : undefined;
}

function askedIn(buckets: readonly Buckets[]): readonly (readonly [toggle: string, cells: Cells])[] {
  const byToggle = new Map<string, Cells>();
  for (const { toggle, ranges } of buckets) {
    const cells = ranges.reduce<Cells>((all, { start, end }) => union(all, [start, end]), []);
    byToggle.set(toggle, intersection(byToggle.get(toggle) ?? [0, whole], cells));
  }
  return [...byToggle];
}
