/** Tests how long the command line waits for a throttling service, with a simulated clock. */
import { expect, test } from 'vitest';
import { tokenVariable, withAccess } from '../../server/src/cli/deploy/access.js';
import { timeout } from '../../server/src/cli/options.js';
import { startTrial } from '../service/trial.js';
import { targetAt } from '../push/pushTrial.js';

interface Expected {
  readonly waits: readonly number[];
  readonly messages: RegExp;
  readonly kind: 'read' | 'failed';
}

test.each<[string, string | undefined, string, Expected]>([
  [
    'waits without --timeout',
    undefined,
    '60',
    { waits: [60_000], messages: /^\S+ is throttling\. Waiting 60 s …\n$/, kind: 'read' },
  ],
  ['waits at most five minutes', undefined, '301', { waits: [], messages: /^$/, kind: 'failed' }],
  [
    'waits within --timeout',
    '3',
    '2',
    { waits: [2_000], messages: /^\S+ is throttling\. Waiting 2 s …\n$/, kind: 'read' },
  ],
  ['does not wait longer than --timeout', '3', '60', { waits: [], messages: /^$/, kind: 'failed' }],
])('%s', async (_, chosen, seconds, { waits, messages, kind }) => {
  let refusals = 1;
  const service = await startTrial({
    answer: () =>
      refusals-- > 0 ? { kind: 'respond', status: 429, headers: { 'retry-after': seconds }, body: '' } : undefined,
  });
  const waited: number[] = [];
  let [now, written] = [0, ''];
  const output = { write: (text: string) => (written += text), annotate: () => undefined, isTerminal: false };
  const target = targetAt(service.url, { api: 'featureprobe' });
  const world = {
    environment: { [tokenVariable(service.url)]: 'api-full' },
    ...{ time: () => now / 1_000, now: () => now, messages: { ...output, columns: undefined } },
    wait: (milliseconds: number) => {
      waited.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
  const patience = timeout(chosen === undefined ? {} : { timeout: chosen });
  const reading = await withAccess(world, patience, async (access) => {
    const service = access.service(target);
    return 'reached' in service ? await service.reached.history(1) : { kind: service.reason };
  });
  expect([reading.kind, waited, written]).toEqual([kind, waits, expect.stringMatching(messages)]);
});
