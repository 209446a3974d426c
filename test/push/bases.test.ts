/** Where it is kept what was seen of a file: in a place of its own for each file and each toggle that it may go to. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Bases } from '../../client/src/bases.js';
import { targetAt } from './pushTrial.js';

const here = targetAt('https://toggles.example.com');
const what = { kind: 'pushed', body: '{}', time: 1 } as const;
const elsewhere = [
  { baseUrl: 'https://other.example.com' },
  { project: 'Q' },
  { environmentKey: 'online' },
  { toggle: 'U' },
];

test.each(elsewhere)('What was seen of a toggle is not known of the one at %j', async (change) => {
  const fsPath = mkdtempSync(join(tmpdir(), 'bases-'));
  onTestFinished(() => rmSync(fsPath, { recursive: true }));
  const bases = new Bases({ globalStorageUri: { fsPath } }, fail);
  await bases.set('file:///a', here, what);
  expect(await bases.get('file:///a', here)).toEqual(what);
  expect(await bases.get('file:///b', here)).toBeUndefined();
  expect(await bases.get('file:///a', { ...here, ...change })).toBeUndefined();
});

/** The storage of these tests can always be written. */
function fail(error: unknown): never {
  throw error;
}
