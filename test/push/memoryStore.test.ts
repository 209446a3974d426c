/** Tests that the memory is kept on disk, separately for each file and target. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryStore } from '../../client/src/push/memoryStore.js';
import { targetAt } from './pushTrial.js';

/** The disk, on which a test can make rename, write and remove fail. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, rename: vi.fn(real.rename), writeFile: vi.fn(real.writeFile), rm: vi.fn(real.rm) };
});
afterEach(() => void vi.resetAllMocks());

const here = targetAt('https://toggles.example.com');
const what = { kind: 'pushed', body: '{}', time: 1 } as const;
const uri = 'file:///a';

function openStore() {
  const fsPath = mkdtempSync(join(tmpdir(), 'bases-'));
  onTestFinished(() => rmSync(fsPath, { recursive: true }));
  const errors: unknown[] = [];
  const memoryStore = new MemoryStore({ globalStorageUri: { fsPath } }, (error) => errors.push(error));
  return { fsPath, folder: join(fsPath, 'bases'), memoryStore, errors };
}

test.each([{ baseUrl: 'https://other.example.com' }, { project: 'Q' }, { environmentKey: 'online' }, { toggle: 'U' }])(
  'The memory of a toggle is not used for another target: %j',
  async (change) => {
    const { memoryStore } = openStore();
    await memoryStore.set(uri, here, what);
    expect(await memoryStore.get(uri, here)).toEqual(what);
    expect(await memoryStore.get('file:///b', here)).toBeUndefined();
    expect(await memoryStore.get(uri, { ...here, ...change })).toBeUndefined();
  },
);

test('A sweep deletes only leftovers of crashes and the memory of long-deleted files', async () => {
  const { fsPath, folder, memoryStore } = openStore();
  const [there, gone, unplugged] = ['a', 'gone', 'drive/flags/a'].map((path) => pathToFileURL(join(fsPath, path)).href);
  writeFileSync(join(fsPath, 'a'), '');
  await memoryStore.sweep();
  for (const each of [there, gone, unplugged]) await memoryStore.set(each ?? '', here, what);
  writeFileSync(join(folder, 'crash.json.tmp'), '');
  writeFileSync(join(folder, 'of an earlier edition.json'), JSON.stringify(what));
  writeFileSync(join(folder, 'broken.json'), '{');
  const now = readdirSync(folder);
  const age = (days: number) => {
    const time = new Date(Date.now() - days * 86_400_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), time, time);
  };
  await memoryStore.sweep();
  expect(readdirSync(folder)).toEqual(now);
  age(29);
  await memoryStore.sweep();
  expect(readdirSync(folder)).toEqual(now.filter((name) => !name.endsWith('.tmp')));
  expect(await memoryStore.get(gone ?? '', here)).toEqual(what);
  age(31);
  await memoryStore.sweep();
  expect(await memoryStore.get(gone ?? '', here)).toBeUndefined();
  for (const each of [there, unplugged]) expect(await memoryStore.get(each ?? '', here)).toEqual(what);
  expect(readdirSync(folder)).toHaveLength(now.length - 2);
});

test('An update by a lens does not overwrite what a push has remembered in the meantime', async () => {
  const { memoryStore } = openStore();
  const ofPush = { ...what, time: 2 };
  for (let round = 0; round < 20; round += 1) {
    await memoryStore.set(uri, here, what);
    const update = memoryStore.update(uri, here, (known) => (known?.time === 1 ? { ...what, time: 1.5 } : undefined));
    await Promise.all([update, memoryStore.set(uri, here, ofPush)]);
    expect(await memoryStore.get(uri, here)).toEqual(ofPush);
  }
});

test('The earlier memory is restored only over the memory that replaced it', async () => {
  const { memoryStore } = openStore();
  const state = { content: { rules: [] }, disabled: false };
  const ours = { kind: 'seen', version: 3, state, time: 2 } as const;
  await memoryStore.set(uri, here, ours);
  await memoryStore.set(uri, here, what, { ...ours, version: 4 });
  expect(await memoryStore.get(uri, here)).toEqual(ours);
  await memoryStore.set(uri, here, what, ours);
  expect(await memoryStore.get(uri, here)).toEqual(what);
  await memoryStore.set(uri, here, undefined, ours);
  expect(await memoryStore.get(uri, here)).toEqual(what);
  // The second call reads after the first has written.
  await Promise.all([memoryStore.set(uri, here, ours), memoryStore.set(uri, here, undefined, what)]);
  expect(await memoryStore.get(uri, here)).toEqual(ours);
  await memoryStore.set(uri, here, undefined, ours);
  expect(await memoryStore.get(uri, here)).toBeUndefined();
});

test('A failed write leaves no partial file', async () => {
  const { folder, memoryStore, errors } = openStore();
  await memoryStore.set(uri, here, what);
  const [name = ''] = readdirSync(folder);
  // A file cannot take the place of a folder, so the write fails.
  rmSync(join(folder, name));
  mkdirSync(join(folder, name));
  await memoryStore.set(uri, here, what);
  expect(errors).not.toEqual([]);
  expect(readdirSync(folder)).toEqual([name]);
});

test('An editor that dies while it writes its memory finds the old memory, and can write again', async () => {
  const { fsPath, memoryStore } = openStore();
  await memoryStore.set(uri, here, what);
  const dying = new Promise<void>((half) => {
    vi.mocked(files.writeFile).mockImplementationOnce((file) => {
      if (typeof file === 'string') writeFileSync(file, '{"kind":"pu');
      half();
      return new Promise(() => undefined);
    });
  });
  void memoryStore.set(uri, here, { ...what, time: 2 });
  await dying;
  const again = new MemoryStore({ globalStorageUri: { fsPath } }, String);
  expect(await again.get(uri, here)).toEqual(what);
  await again.set(uri, here, { ...what, time: 3 });
  expect(await again.get(uri, here)).toEqual({ ...what, time: 3 });
});

test('The memory is deleted if the disk is full, and a failed deletion is reported', async () => {
  const { folder, memoryStore, errors } = openStore();
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  await memoryStore.set(uri, here, what);
  vi.mocked(files.writeFile).mockRejectedValue(full);
  vi.mocked(files.rm).mockRejectedValue(full);
  expect(await memoryStore.set(uri, here, { ...what, time: 2 })).toBe(false);
  expect(await memoryStore.get(uri, here)).toEqual(what);
  vi.mocked(files.rm).mockReset();
  expect(await memoryStore.set(uri, here, { ...what, time: 2 })).toBe(true);
  expect([await memoryStore.get(uri, here), readdirSync(folder), errors.includes(full)]).toEqual([undefined, [], true]);
});

test('A rename that fails once is retried', async () => {
  const { memoryStore, errors } = openStore();
  const all = ['EPERM', 'EBUSY', 'EACCES'].map((code) => Object.assign(new Error(code), { code }));
  const [refused] = all;
  const rename = vi.mocked(files.rename);
  for (let count = 0; count < 10; count += 1) rename.mockRejectedValueOnce(all[count % 3]);
  expect(await memoryStore.set(uri, here, what)).toBe(true);
  expect(await memoryStore.get(uri, here)).toEqual(what);
  expect([rename.mock.calls.length, errors]).toEqual([11, []]);
  rename.mockRejectedValue(refused);
  await memoryStore.set(uri, here, { ...what, time: 2 });
  expect([rename.mock.calls.length, errors]).toEqual([22, [refused]]);
});
