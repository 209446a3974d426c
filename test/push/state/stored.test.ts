/** Tests that the predicted state of a push is what the service stores, even for bodies with other types. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { State } from '../../../server/src/core/targeting/state/state.js';
import { stateAfterPatch, readBody } from '../../../server/src/core/targeting/state/state.js';
import { dev, get, send, startTrial } from '../../service/trial.js';

const texts = fc.constantFrom(
  ...['"x"', '""', '"\\u00e9 1.0"', '"a \\" 1e3"', '1', '0', '1.0', '1e3', '1E400', '-0', '1.50', '0.1e-2'],
  ...['12345678901234567890123', 'true', 'false', 'null'],
);
const integers = fc.constantFrom(
  ...['0', '1', '1.9', '-1.9', '1.0', '1e0', '2147483647', '"1"', '" 1 "', '"+1"', '"-1"', '"01"', '""', 'null'],
);
const flags = fc.constantFrom(
  ...['true', 'false', '"true"', '"false"', '"True"', '"FALSE"', '" true "', '1', '0', '-1', '2', '""', 'null'],
);

function list(items: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<string> {
  return fc.array(items, { maxLength }).map((all) => `[${all.join(', ')}]`);
}

type Fields = Readonly<Record<string, fc.Arbitrary<string>>>;

/** Any of the fields, and an unknown one. */
function object(fields: Fields, always: Fields = {}): fc.Arbitrary<string> {
  const some = fc.record({ ...fields, unknown: texts }, { requiredKeys: [] });
  return fc.tuple(some, fc.record(always)).map(([one, other]) => {
    const members = Object.entries({ ...one, ...other }).map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
    return `{${members.join(', ')}}`;
  });
}

const serve = object({ select: integers, split: list(integers) });
const condition = object(
  {
    ...{ subject: texts, predicate: texts },
    ...{ leftPredicate: texts, rightPredicate: texts, rightObjects: list(texts) },
  },
  { type: fc.constant('"string"'), objects: list(texts) },
);
const rule = object({ name: texts, serve }, { conditions: list(condition, 2) });
const variation = object({ value: texts, name: texts, description: texts });

/** Bodies whose numbers keep their spelling. The open-source service accepts all of them. */
const looseBodies = object(
  { disabled: flags },
  {
    content: object({
      ...{ rules: list(rule, 2), variations: list(variation) },
      ...{ disabledServe: serve, defaultServe: serve },
    }),
  },
);

test('The service stores the predicted state of every push', async () => {
  const service = await startTrial();
  await fc.assert(
    fc.asyncProperty(looseBodies, async (body) => {
      const before = (await get(service, dev)).body as State;
      const foretold = stateAfterPatch(readBody(body), before).state;
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
])('A state with %s, which the service refuses, is predicted unchanged', async (_, body) => {
  const service = await startTrial();
  expect(await send(service, dev, { method: 'PATCH', body })).toMatchObject({ status: 400 });
  const { content } = stateAfterPatch(readBody(body), { disabled: true, content: {} }).state;
  expect({ content }).toEqual(JSON.parse(body));
});
