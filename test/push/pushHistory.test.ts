/** The last push of a file is remembered, but not long after the file is gone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { PushHistory } from '../../client/src/editor/pushHistory.js';

test('The last push of a file that has been gone for long is forgotten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [there, gone, lately] = ['there', 'gone', 'lately'].map((name) => pathToFileURL(join(folder, name)).href);
  writeFileSync(join(folder, 'there'), '');
  const state = new Map<string, unknown>();
  const history = new PushHistory({
    keys: () => [...state.keys()],
    get: (key: string, otherwise?: unknown) => (state.get(key) ?? otherwise) as never,
    update: (key, value) => Promise.resolve(void state.set(key, value)),
  });
  const push = (days: number) => ({ environment: 'dev', outcome: 'ok', time: Date.now() - days * 86_400_000 }) as const;
  await history.record(there ?? '', push(31));
  await history.record(gone ?? '', push(31));
  await history.record(lately ?? '', push(29));
  await history.sweep();
  expect([there, gone, lately].map((uri) => history.last(uri ?? '') !== undefined)).toEqual([true, false, true]);
});

test('A push that was recorded by the name of earlier is still known to have arrived', () => {
  const pushes = { a: { environment: 'dev', outcome: 'pushed', time: 1 } };
  const history = new PushHistory({
    keys: () => [],
    get: () => pushes as never,
    update: () => Promise.resolve(),
  });
  expect(history.last('a')).toEqual({ environment: 'dev', outcome: 'ok', time: 1 });
});
