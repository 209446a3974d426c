/** Checks the impact of changes between random contents with users of all combinations of values. */
import { Budget } from '../../server/src/core/budget.js';
import type { Change } from '../../server/src/core/analysis/impact/impact.js';
import { impactOf } from '../../server/src/core/analysis/impact/impact.js';
import type { Side } from '../../server/src/core/analysis/dead/required.js';
import type { Outcome } from '../../server/src/core/evaluation/evaluate.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Toggle } from '../../server/src/core/evaluation/toggles.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { buckets, Given, Grid } from './bruteForce.js';
import { changed } from './changes.js';
import { arrivalIn, Random, userIn, worldOf } from './contents.js';

export class ImpactTally {
  contents = 0;
  byWho: Record<string, number> = {};
  changes = 0;
  witnesses = 0;
}

const now = 1_717_200_000;

/** @returns false claims */
export function falseImpacts(seed: number, tally: ImpactTally): readonly string[] {
  const random = new Random(seed);
  const world = worldOf(random);
  const [before, after] = [arrivalIn(world), arrivalIn(changed(world, random))];
  const impact = impactOf(before, after, now, new Budget(Infinity));
  tally.contents += 1;
  tally.byWho[impact.who] = (tally.byWho[impact.who] ?? 0) + 1;
  tally.changes += impact.changes.length;
  tally.witnesses += impact.changes.filter(({ witness }) => witness !== undefined).length;
  for (const { isShown, witness } of impact.changes)
    if (isShown !== (witness !== undefined))
      return [`a change is ${isShown ? '' : 'not '}shown, and has another witness`];
  return [...wrongWitnesses(), ...wrongOnGrid(), ...wrongAboutUsers()];

  function wrongWitnesses(): readonly string[] {
    return impact.changes.flatMap(({ witness }) => {
      if (witness === undefined) return [];
      const { key, attributes, segments, bucket } = witness;
      const inBuckets = bucket === undefined ? undefined : new Map([['asked', bucket]]);
      const user = new User(key, attributes, now, segments && new Set(segments), inBuckets);
      const [one, other] = [textFor(user, before), textFor(user, after)];
      return one === undefined || other === undefined || one === other ? [`a witness gets ${one} and ${other}`] : [];
    });
  }

  /** For toggles without prerequisites, checks exactly who changes where. */
  function wrongOnGrid(): readonly string[] {
    const toggles = [before.toggle, after.toggle];
    if (impact.changes.length === 0 && impact.who === 'unknown') return [];
    if (!toggles.every(({ isEnabled, prerequisites }) => isEnabled && prerequisites.length === 0)) return [];
    const grid = new Grid(toggles, random, 150);
    const [given, givenThere] = [new Given(before), new Given(after)];
    return grid.points.flatMap((point) => {
      const [a, b] = [grid.decidedAt(point, before.toggle), grid.decidedAt(point, after.toggle)];
      if (a === 'depends' || b === 'depends') return [];
      const [one, other] = [given.by(a), givenThere.by(b)];
      if (one === undefined || other === undefined) return [];
      const change = impact.changes.find(
        ({ from, to }) => from && to && placeOf(from, before.toggle) === a && placeOf(to, after.toggle) === b,
      );
      const share = change?.share ?? 0;
      const isInside = share >= impact.least && share <= impact.most;
      const isRight = one.split('\n').every((text, at) => {
        const bucket = buckets[at] ?? 0;
        const isChanged =
          change?.moves?.some((move) =>
            move.buckets.some((ranges) => ranges.every(({ start, end }) => bucket >= start && bucket < end)),
          ) === true;
        return isChanged === (text !== other.split('\n')[at]);
      });
      return isRight && isInside ? [] : [`from ${a} to ${b}: ${JSON.stringify(change)} ${one} ${other}`];
    });
  }

  function wrongAboutUsers(): readonly string[] {
    if (impact.who !== 'nobody') return [];
    return Array.from({ length: 1_000 }, () => userIn(random)).flatMap((user) => {
      const [one, other] = [textFor(user, before), textFor(user, after)];
      const isSame = one === undefined || other === undefined || one === other;
      return isSame ? [] : [`a user gets ${one} and ${other}`];
    });
  }
}

function placeOf({ by, index }: NonNullable<Change['from']>, { rules }: Toggle): number | undefined {
  return by === 'default' ? rules.length : index;
}

/** The value as JSON; undefined if it is unknown. */
export function textFor(user: User, { toggle, environment }: Side): string | undefined {
  const outcome: Outcome | undefined = evaluate(toggle, user, environment)[0]?.outcome;
  return typeof outcome === 'number'
    ? JSON.stringify(toggle.variations[outcome])
    : outcome === 'depends'
      ? undefined
      : outcome;
}
