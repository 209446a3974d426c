/** The process that crash.test.ts kills: pushes with the real memory on disk, and dies at the given step. */
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MemoryStore } from '../../../client/src/push/memoryStore.js';
import { pushFrom, targetAt } from '../pushTrial.js';

const [folder = '', baseUrl = '', step = ''] = process.argv.slice(2);
const storage = { fsPath: path.join(folder, 'storage') };
const memoryStore = new MemoryStore({ storageUri: storage, globalStorageUri: storage }, fail);
const uri = 'file:///T.targeting.json';
const target = targetAt(baseUrl, { api: 'featureprobe' });

function dieAt(here: string): void {
  if (here === step) process.kill(process.pid, 'SIGKILL');
}

async function push(): Promise<void> {
  const body = await readFile(path.join(folder, 'T.targeting.json'), 'utf8');
  let remembered = 0;
  await pushFrom({
    ...{ target, token: process.env['CANARY'] ?? '', body: () => body },
    memory: {
      remembered: () => memoryStore.get(uri, target),
      remember: (_, what, insteadOf) => {
        remembered += 1;
        dieAt(`remembering ${remembered}`);
        return memoryStore.set(uri, target, what, insteadOf);
      },
    },
    person: { decide: () => Promise.resolve(undefined), reconcile: () => Promise.resolve(undefined) },
    beforeReading: () => dieAt('reading'),
    beforeSending: () => {
      dieAt('sending');
      return Promise.resolve();
    },
  });
}

/** Dies as soon as part of the new memory, but not all of it, is on disk. */
function writeHalf(): void {
  const body = '1'.repeat(32_000_000);
  void memoryStore.set(uri, target, { kind: 'pushed', body, time: 2 });
  const look = (): void => {
    const files = readdirSync(path.join(storage.fsPath, 'bases'));
    const sizes = files.map((name) => statSync(path.join(storage.fsPath, 'bases', name)).size);
    if (sizes.some((size) => size > 1000 && size < body.length)) dieAt('writing');
    setImmediate(look);
  };
  look();
}

if (step === 'writing') writeHalf();
else void push();

function fail(error: unknown): never {
  throw error;
}
