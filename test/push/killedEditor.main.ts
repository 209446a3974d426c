/**
 * What crash.test.ts starts and kills: pushes the file of a folder with the real memory on disk, and dies at a step of it,
 * or writes that memory over and over. The token comes as the editor has it: in memory alone.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Bases } from '../../client/src/bases.js';
import { pushFrom } from './editor.js';
import { targetAt } from './pushTrial.js';

const [folder = '', baseUrl = '', step = ''] = process.argv.slice(2);
const storage = { fsPath: path.join(folder, 'storage') };
const bases = new Bases({ storageUri: storage, globalStorageUri: storage });
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
      remembered: () => bases.get(uri, target),
      remember: (_, what) => {
        remembered += 1;
        dieAt(`remembering ${remembered}`);
        return bases.set(uri, target, what);
      },
    },
    person: { decide: () => Promise.resolve(undefined), reconcile: () => Promise.resolve(undefined) },
    beforeReading: () => dieAt('reading'),
    beforeSending: () => Promise.resolve(dieAt('sending')),
  });
}

/** Says each time that it is done once more. */
async function writeForEver(): Promise<never> {
  for (let time = 0; ; time += 1) {
    const body = String(time % 10).repeat(1_000_000);
    await bases.set(uri, target, { kind: 'pushed', body, time });
    process.stdout.write('.');
  }
}

void (step === 'writing' ? writeForEver() : push());
