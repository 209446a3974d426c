/** Compares the evaluator's dialect of Node with the official SDK, for random toggles and users. */
import * as fc from 'fast-check';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import { expect, it } from 'vitest';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { Case } from './cases.js';
import { anyCase } from './cases.js';
import { jsonOf, sdkDataOf } from './sdkData.js';
import { rounds } from '../support/rounds.js';

const now = Math.floor(Date.now() / 1_000);
const types = { string: 'string', boolean: 'boolean', number: 'number', json: 'object' } as const;

it('evaluates toggles like the official SDK for Node', () => {
  let [compared, unknown] = [0, 0];
  fc.assert(
    fc.property(anyCase, (made) => {
      const [ours, theirs] = decidedBoth(made) ?? [];
      if (ours === undefined) return;
      if (ours === 'depends') unknown += 1;
      else {
        compared += 1;
        expect(ours).toBe(theirs);
      }
    }),
    { numRuns: rounds(20_000), seed: 19 },
  );
  expect(compared).toBeGreaterThan(rounds(15_000));
  expect(unknown).toBeLessThan(rounds(2_000));
});

/** undefined if the toggle does not arrive */
function decidedBoth(made: Case): readonly [unknown, unknown] | undefined {
  const toggles = new Map(Object.entries(made.toggles).map(([key, each]) => [key, { key, ...each }]));
  const { toggle: key, returnType, targeting } = made;
  const arrival = receivedToggle(
    { key, returnType, targeting },
    { toggles, segments: new Map(Object.entries(made.segments)) },
  );
  if (arrival.obstacle !== undefined) return undefined;
  const { environment, toggle } = arrival;
  const user = new User(made.user.key, new Map(Object.entries(made.user.attributes)), now);
  const ours = evaluate(toggle, user, environment)[evaluators.indexOf('node')]?.outcome;

  const repository = new Repository(JSON.parse(jsonOf(sdkDataOf(arrival, Object.keys(made.segments)))));
  const sdkUser = new FPUser(made.user.key).extendAttrs({ ...made.user.attributes });
  const detail = repository.getToggle(key)?.eval(sdkUser, repository.toggles, repository.segments, undefined);
  // Like its client (toggleDetail), which does not return a value of another type.
  const theirs =
    detail !== undefined && typeof detail.value === types[returnType] ? detail.variationIndex : 'code-default';
  return [ours, theirs];
}
