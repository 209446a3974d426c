/** Tests how much coverage is computed for many runs. */
import { expect, it } from 'vitest';
import { casesIn } from '../../../server/src/core/evaluation/cases.js';
import { noUsers } from '../../../server/src/core/evaluation/users.js';
import { parse } from '../../../server/src/core/json/document.js';
import { coverageOf } from '../../../server/src/core/results/tests/coverage.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { runTests } from '../../../server/src/core/results/tests/runTests.js';
import { cityIs, targetingOf } from '../../support/targeting.js';

it('counts coverage of only the first runs if all runs would take too long', () => {
  const text = targetingOf({ rules: [{ name: 'beta', serve: { select: 1 }, conditions: [cityIs('Paris')] }] });
  const beside = { toggle: 't', returnType: undefined, toggles: undefined, segments: undefined, now: 0 };
  const evaluated = new Evaluated(parse(text), beside);
  const cases = [{ user: { key: 'u', attributes: { city: 'Paris' } }, expect: { variation: 'on' } }];
  const [person] = runTests(casesIn(parse(JSON.stringify({ cases }))), evaluated, noUsers).flatMap(
    (each) => each.person ?? [],
  );
  const people = person === undefined ? [] : Array.from({ length: 10 }, () => person);
  expect(coverageOf(evaluated, people)).toMatchObject({ runs: 10, followed: 10 });
  expect(coverageOf(evaluated, people, 4 * 50 * evaluated.stepsOfARun)).toMatchObject({ runs: 10, followed: 4 });
});
