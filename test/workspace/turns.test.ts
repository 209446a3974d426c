/** Tests that long work lets requests be answered between its steps, however many works there are, and which of them goes first. */
import { expect, it, vi } from 'vitest';
import type { Urgency } from '../../server/src/workspace/turns.js';
import { Cancelled, Turns } from '../../server/src/workspace/turns.js';

it.each([
  { works: ['unasked', 'unasked'], order: [0, 1, 0, 1] },
  { works: ['unasked', 'asked'], order: [1, 1, 0, 0] },
] as const)(
  'of $works work, one step is done at a time, and what has come in before the next',
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

it('work that nobody waits for any more ends where it yields', async () => {
  const token = { isCancellationRequested: false };
  const turns = new Turns('unasked', token);
  const pause = turns.pause();
  token.isCancellationRequested = true;
  await expect(pause).rejects.toThrow(Cancelled);
});
