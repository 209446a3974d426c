/** Tests that long steps let other work run between them. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runPaced } from '../../server/src/service/pace.js';

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('The event loop runs between two steps', async () => {
  let rounds = 0;
  const log: number[] = [];
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      rounds += 1;
      await setImmediate();
    }
  })();
  const step = () => {
    log.push(rounds);
    work(30);
  };
  // Several environments of one file ask for such steps.
  await Promise.all([runPaced(step), runPaced(step), runPaced(step)]);
  over.abort();
  await others;
  const [first = 0, second = 0, third = 0] = log;
  expect(second - first).toBeGreaterThan(0);
  expect(third - second).toBeGreaterThan(0);
});

test('A step that throws fails only for its caller, and the next step still runs', async () => {
  const fault = new Error('A fault.');
  const failing = runPaced(() => {
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  expect(await runPaced(() => 'next')).toBe('next');
});
