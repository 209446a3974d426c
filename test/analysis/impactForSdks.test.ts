/** Tests that "nobody changes" holds for users of every SDK. `SEED=… CONTENTS=1` repeats a change. */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it } from 'vitest';
import { impactOf, impactOnDependent } from '../../server/src/core/analysis/impact/impact.js';
import type { Side } from '../../server/src/core/analysis/dead/required.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { evaluators, java, node, python } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { rounds } from '../support/rounds.js';
import { Random, arrivalIn } from './contents.js';
import { NOW, changeIn, changedToggle, sideOf } from './environmentChanges.js';
import { attributesIn } from './environments.js';
import { is, rule, worldWith } from './toggles.js';

const contents = Number(process.env['CONTENTS'] ?? rounds(4_000));
const firstSeed = Number(process.env['SEED'] ?? 1);
const timeout = 300_000 + contents * 20;

it('reports that nobody changes with a required toggle only if this holds in every SDK', { timeout }, () => {
  expect(falseClaims(withRequired)).toEqual({ wrong: [], isTried: true });
});

it('reports that nobody changes with the toggle itself only if this holds in every SDK', { timeout }, () => {
  expect(falseClaims(withItself)).toEqual({ wrong: [], isTried: true });
});

const paris = rule({ select: 1 }, is('city', 'Paris'));
const throwing = rule({ select: 1 }, is('constructor', 'a'), is('city', 'Paris'));

it.each([
  ['a rule makes Node throw', worldWith([paris]), worldWith([throwing, paris]), node],
  [
    'for a default without a variation, Python takes the last one',
    worldWith([paris], { defaultServe: { split: [0, 0, 0] } }),
    worldWith([paris], { defaultServe: { select: 9 } }),
    python,
  ],
  [
    'a disabledServe out of range makes Java give up',
    worldWith([paris]),
    worldWith([paris], { disabledServe: { select: 9 } }),
    java,
  ],
  [
    'a disabledServe out of range in some buckets makes Java give up there',
    worldWith([paris], { disabledServe: { split: [5_000, 5_000] } }),
    worldWith([paris], { disabledServe: { split: [2_500, 0, 0, 7_500] } }),
    java,
  ],
])('does not report that nobody changes, because %s', (_why, before, after, who) => {
  const [one, other] = [arrivalIn(before), arrivalIn(after)];
  expect(impactOf(one, other, NOW, new Budget(Infinity))).toMatchObject({ who: 'unknown', sdks: who, changes: [] });
});

/** @returns the sides if nobody is said to change */
type Claim = (random: Random) => readonly [Side, Side] | undefined;

function falseClaims(claim: Claim) {
  const wrong: string[] = [];
  let tried = 0;
  for (let seed = firstSeed; seed < firstSeed + contents && wrong.length < 10; seed += 1) {
    const random = new Random(seed);
    const sides = claim(random);
    if (sides === undefined) continue;
    tried += 1;
    for (let users = 60; users > 0; users -= 1) {
      const user = new User(`k${random.below(1_000_000)}`, attributesIn(random), NOW);
      const [before, after] = sides.map((side) => givenBy(side, user)) as [readonly string[], readonly string[]];
      const sdk = evaluators.find((_, place) => before[place] !== after[place]);
      if (sdk !== undefined) wrong.push(`seed ${seed}: ${sdk} gives ${before.join()} and then ${after.join()}`);
    }
  }
  return { wrong: wrong.slice(0, 10), isTried: tried > contents / 50 };
}

function withRequired(random: Random): readonly [Side, Side] | undefined {
  const { before, after, keys, dependent } = changeIn(random);
  const sides = [sideOf(before, dependent), sideOf(after, dependent)] as const;
  const impact = random.chance(0.5)
    ? impactOf(...sides, NOW, new Budget(Infinity))
    : impactOnDependent(...sides, keys[0] ?? '', NOW, new Budget(Infinity));
  return impact.who === 'nobody' ? sides : undefined;
}

function withItself(random: Random): readonly [Side, Side] | undefined {
  const { before, dependent } = changeIn(random);
  const toggle = before[dependent] && changedToggle(before[dependent], random);
  if (toggle === undefined) return undefined;
  try {
    const sides = [sideOf(before, dependent), sideOf({ ...before, [dependent]: toggle }, dependent)] as const;
    return impactOf(...sides, NOW, new Budget(Infinity)).who === 'nobody' ? sides : undefined;
  } catch {
    // The toggle does not arrive.
    return undefined;
  }
}

function givenBy({ toggle, environment }: Side, user: User): readonly string[] {
  return evaluate(toggle, user, environment).map(({ outcome }) =>
    typeof outcome === 'number' ? JSON.stringify(toggle.variations[outcome]) : outcome,
  );
}
