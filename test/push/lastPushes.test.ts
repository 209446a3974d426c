/** Tests that the last push of a file is remembered, but not long after the file is gone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { targetAt } from './pushTrial.js';
import { LastPushes, placeOf, wentTo } from '../../client/src/push/lastPushes.js';

const dev = { environment: 'dev', environmentKey: 'dev', baseUrl: 'https://a.example', project: 'P' };

function mementoOf() {
  const state = new Map<string, unknown>();
  return {
    keys: () => [...state.keys()],
    get: (key: string, otherwise?: unknown) => (state.get(key) ?? otherwise) as never,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  };
}

test('The last push of a file is forgotten after 30 days if the file is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const uris = ['there', 'gone', 'lately', 'drive/flags/a'].map((name) => pathToFileURL(join(folder, name)).href);
  const [there, gone, lately, unplugged] = uris;
  writeFileSync(join(folder, 'there'), '');
  const lastPushes = new LastPushes(mementoOf());
  const push = (days: number) => ({ ...dev, outcome: 'ok', time: Date.now() - days * 86_400_000 }) as const;
  await lastPushes.record(there ?? '', push(31));
  await lastPushes.record(gone ?? '', push(31));
  await lastPushes.record(unplugged ?? '', push(31));
  await lastPushes.record(lately ?? '', push(29));
  await lastPushes.sweep();
  expect(uris.map((uri) => lastPushes.last(uri) !== undefined)).toEqual([true, false, true, true]);
});

const push = { ...dev, outcome: 'ok', time: 1 } as const;

test.each([
  { ...dev, baseUrl: 'https://b.example' },
  { ...dev, project: 'Q' },
  { ...dev, environmentKey: 'online' },
])('A push is shown with its full target if the config now sends the file elsewhere: %o', (now) => {
  expect(wentTo(push, now)).toBe(false);
  expect(placeOf(push, [now])).toBe('dev of P on a.example');
});

test('A push with an unchanged target is shown only with its environment', () => {
  expect(wentTo(push, dev)).toBe(true);
  expect(placeOf(push, [{ ...dev, environment: 'online' }, dev])).toBe('dev');
});

test('A version created here is found by toggle and environment key, even after a rename', async () => {
  const memento = mementoOf();
  const target = targetAt('https://toggles.example.com', { environment: 'online', environmentKey: 'prod' });
  await new LastPushes(memento).recordMade(target, 8);
  const after = new LastPushes(memento);
  expect(after.made({ ...target, environment: 'production' })).toBe(8);
  expect(after.made({ ...target, toggle: 'other' })).toBeUndefined();
});

test('An unfinished push is found when the editor restarts', async () => {
  const memento = mementoOf();
  const before = new LastPushes(memento);
  await before.started('a', { ...dev, time: 1 });
  await before.started('b', { ...dev, time: 2 });
  await before.ended('a');
  const after = new LastPushes(memento);
  expect(after.unended()).toEqual([['b', { ...dev, time: 2 }]]);
  await after.ended('b');
  expect(after.unended()).toEqual([]);
});
