/** Checks claims about random contents by brute force. `CONTENTS=1000000` tries a million; `SEED=… CONTENTS=1` repeats a failure. */
import { expect, it } from 'vitest';
import { DependentsTally, falseImpactsOnDependents } from './dependents.property.js';
import { EquivalenceTally, falseEquivalences } from './equivalence.property.js';
import { falseClaims, Tally } from './findings.property.js';
import { falseImpacts, ImpactTally } from './impact.property.js';
import { rounds } from '../support/rounds.js';
import { wrongOf } from './wrongOf.js';

const contents = Number(process.env['CONTENTS'] ?? rounds(6_000));
const firstSeed = Number(process.env['SEED'] ?? 1);
/** Enough for a million contents; each test below uses 30 or 40 % of them. */
const timeout = 300_000 + contents * 20;

it('reports targeting as dead only if removing it changes nothing', { timeout }, () => {
  const tally = new Tally();
  expect(wrongOf((seed) => falseClaims(seed, tally), firstSeed, Math.ceil(contents * 0.4))).toEqual([]);
  const { unreached, dead, reached, witnesses } = tally;
  process.stdout.write(
    `${tally.rules} rules of ${tally.contents} contents: nobody tried comes to ${unreached}, ${dead} of these are called dead; ` +
      `${reached} are come to at present, ${witnesses} of these have a witness; ${JSON.stringify(tally.byCode)}\n`,
  );
  expect(dead).toBeGreaterThan(unreached * 0.75);
  expect(tally.foundAtOnce).toBeGreaterThan(tally.simple * 0.25);
  expect(witnesses).toBeGreaterThan(reached * 0.98);
});

it('reports exactly who gets a different value after a change, and "nobody" only if that is true', { timeout }, () => {
  const tally = new ImpactTally();
  expect(wrongOf((seed) => falseImpacts(seed, tally), firstSeed, Math.ceil(contents * 0.3))).toEqual([]);
  const { changes, witnesses } = tally;
  process.stdout.write(
    `${tally.contents} changes: ${JSON.stringify(tally.byWho)}; ${witnesses} of ${changes} places have a witness\n`,
  );
});

it('the impact on a dependent matches the SDK for Node, and its shares match the counted buckets', { timeout }, () => {
  const tally = new DependentsTally();
  expect(wrongOf((seed) => falseImpactsOnDependents(seed, tally), firstSeed, Math.ceil(contents * 0.3))).toEqual([]);
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  const { environments, complete, byWho, unshown, bounds, boundsShown } = tally;
  expect(complete).toBeGreaterThan(environments * 0.95);
  // Claims that say too little are not false, so enough of them must be precise.
  expect(byWho['somebody']).toBeGreaterThan(environments * 0.25);
  expect(unshown).toBeLessThan(2 + environments * 0.002);
  expect(boundsShown).toBeGreaterThan(bounds * 0.91);
});

it('calls environments equivalent only if the SDK for Node serves the same values', { timeout }, () => {
  const tally = new EquivalenceTally();
  expect(wrongOf((seed) => falseEquivalences(seed, tally), firstSeed, Math.ceil(contents * 0.3))).toEqual([]);
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  const { pairs, byWho, inOtherWords, changed } = tally;
  expect(byWho['unknown'] ?? 0).toBeLessThan(pairs * 0.35);
  expect(inOtherWords).toBeGreaterThan(pairs * 0.25);
  expect(changed).toBeGreaterThan(pairs * 0.08);
});
