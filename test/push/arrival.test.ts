/** Tests the message about a push whose response was lost. */
import { expect, test } from 'vitest';
import { arrivalOf } from '../../server/src/service/push/arrival.js';
import { isOwn } from '../../server/src/service/push/memory.js';
import { targetAt } from './pushTrial.js';

const state = (select: number) => ({ disabled: false, content: { defaultServe: { select } } });
const sent = { before: 3, state: state(1) };

test.each([
  ['It was applied: version 4 is live.', 4, state(1), []],
  ['It was applied as version 4. Version 5 is live now.', 5, state(0), [[4, state(1)]]],
  ['It was not applied: version 4 is another change.', 4, state(2), []],
  ['It was not applied: version 4 is another change.', 5, state(1), [[4, state(0)]]],
  ['dev still has version 3: so far, it has not been applied.', 3, state(0), []],
  ['dev has version 5 now.', 5, state(1), []],
] as const)('%s', async (sentence, version, live, history) => {
  const versions = history.map(([number, each]) => ({
    ...{ version: number, state: each, comment: '', by: 'anna', time: undefined },
  }));
  const service = { history: () => Promise.resolve({ kind: 'read', value: { versions, total: 1 } } as const) };
  const arrival = await arrivalOf(service, targetAt('https://a.example'), sent, { version, state: live });
  expect(arrival.sentence).toBe(sentence);
});

test('The next version is our own push if it has the sent state, even without a response', () => {
  const base = { kind: 'seen', version: 3, state: state(0), time: 1, sent: state(1) } as const;
  expect(isOwn(base, { version: 4, state: state(1) })).toBe(true);
  expect(isOwn(base, { version: 4, state: state(2) })).toBe(false);
  expect(isOwn(base, { version: 5, state: state(1) })).toBe(false);
});
