/** Tests that requests are answered between the steps of long work, and which work goes first. */
import { expect, it, vi } from 'vitest';
import type { Urgency } from '../../server/src/workspace/turns.js';
import { Canceled, Turns } from '../../server/src/workspace/turns.js';

it.each([
  { works: ['unasked', 'unasked'], order: [0, 1, 0, 1] },
  { works: ['unasked', 'asked'], order: [1, 1, 0, 0] },
] as const)(
  'does one step of $works work at a time, and handles messages before the next step',
  async ({ works, order }) => {
    const done: string[] = [];
    let milliseconds = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 20));
    const work = async (urgency: Urgency, name: number) => {
      const turns = new Turns(urgency);
      await turns.pause();
      done.push(`step of ${name}`);
      setImmediate(() => done.push(`message behind ${name}`));
      await turns.pause();
      done.push(`step of ${name}`);
      setImmediate(() => done.push(`message behind ${name}`));
    };
    await Promise.all(works.map(work));
    await new Promise(setImmediate);
    expect(done).toEqual(order.flatMap((name) => [`step of ${name}`, `message behind ${name}`]));
  },
);

it('canceled work stops at its next pause', async () => {
  const token = { isCancellationRequested: false };
  const turns = new Turns('unasked', token);
  const pause = turns.pause();
  token.isCancellationRequested = true;
  await expect(pause).rejects.toThrow(Canceled);
});
