/** The state that is foretold of a push is what the service then has, also for bodies with other types than the service stores. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { State } from '../../../server/src/core/targeting/state/state.js';
import { effective, readBody } from '../../../server/src/core/targeting/state/state.js';
import { dev, get, send, startTrial } from '../../service/trial.js';
import { looseBodies } from './looseBodies.js';

test('The service stores the state that was foretold, whatever is pushed', async () => {
  const service = await startTrial();
  await fc.assert(
    fc.asyncProperty(looseBodies, async (body) => {
      const before = (await get(service, dev)).body as State;
      const foretold = effective(readBody(body), before).state;
      expect(await send(service, dev, { method: 'PATCH', body })).toMatchObject({ status: 200 });
      const { disabled, content } = (await get(service, dev)).body as State;
      expect({ disabled, content }).toEqual(foretold);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['a number beyond 32 bits', '{"content":{"defaultServe":{"select":2147483648}}}'],
  ['a text that is not a number', '{"content":{"defaultServe":{"select":"on"}}}'],
  ['an object where a text belongs', '{"content":{"variations":[{"value":{}}]}}'],
])('A state with %s, which the service refuses, is foretold as it is written', async (_, body) => {
  const service = await startTrial();
  expect(await send(service, dev, { method: 'PATCH', body })).toMatchObject({ status: 400 });
  const { content } = effective(readBody(body), { disabled: true, content: {} }).state;
  expect({ content }).toEqual(JSON.parse(body));
});
