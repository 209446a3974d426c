/** Tests that a push survives an editor killed at any of its steps, and that the next push finds out what happened. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MemoryStore } from '../../../client/src/push/memoryStore.js';
import type { LastSeen, Remembered } from '../../../server/src/service/push/memory.js';
import type { Conflict, PushResult } from '../../../server/src/service/push/push.js';
import { sameState } from '../../../server/src/core/targeting/state/state.js';
import type { Service } from '../../service/service.js';
import { dev, patch, seed as small, startTrial } from '../../service/trial.js';
import { pushFrom, targetAt } from '../pushTrial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { rule, stateOf } from '../state/states.js';

withoutProxyVariables();

const canary = 'api-canary-of-the-crash';
const before = stateOf({ rules: [] });
const mine = stateOf({ rules: [rule('mine', 1)] });
const file = `${JSON.stringify({ comment: 'c', ...mine }, null, 2)}\r\n`;
const uri = 'file:///T.targeting.json';

const programs = mkdtempSync(path.join(tmpdir(), 'toggle-crash-'));
const program = path.join(programs, 'main.cjs');
beforeAll(async () => {
  const entry = path.join(import.meta.dirname, 'killedEditor.main.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile: program });
});
afterAll(() => rmSync(programs, { recursive: true }));

interface Place {
  readonly folder: string;
  readonly memoryStore: MemoryStore;
}

function makePlace(): Place {
  const folder = mkdtempSync(path.join(programs, 'place-'));
  const storage = { fsPath: path.join(folder, 'storage') };
  mkdirSync(storage.fsPath);
  writeFileSync(path.join(folder, 'T.targeting.json'), file);
  return { folder, memoryStore: new MemoryStore({ storageUri: storage, globalStorageUri: storage }, fail) };
}

function start({ folder }: Place, baseUrl: string, step: string): ChildProcess {
  const env = { ...process.env, CANARY: canary };
  const child = spawn(process.execPath, [program, folder, baseUrl, step], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function pushAgain(
  { folder, memoryStore }: Place,
  service: Service,
): Promise<{ readonly result: PushResult; readonly conflicts: readonly Conflict[] }> {
  const conflicts: Conflict[] = [];
  const target = targetAt(service.url, { api: 'featureprobe' });
  const result = await pushFrom({
    ...{ target, token: canary, body: () => readFileSync(path.join(folder, 'T.targeting.json'), 'utf8') },
    memory: {
      remembered: () => memoryStore.get(uri, target),
      remember: (_, what, insteadOf) => memoryStore.set(uri, target, what, insteadOf),
    },
    person: {
      decide: () => Promise.reject(new Error('Nothing was to be decided.')),
      reconcile: (conflict) => {
        conflicts.push(conflict);
        return Promise.resolve(undefined);
      },
    },
  });
  return { result, conflicts };
}

interface Crash {
  readonly when: string;
  readonly step: string;
  readonly service: 'answers' | 'holds' | 'stores';
  readonly arrived: boolean;
}

const crashes: readonly Crash[] = [
  { when: 'before it looked at the live version', step: 'reading', service: 'answers', arrived: false },
  { when: 'between the look and the push', step: 'sending', service: 'answers', arrived: false },
  { when: 'before it remembered what it saw', step: 'remembering 1', service: 'answers', arrived: false },
  { when: 'while the service held its push', step: '', service: 'holds', arrived: false },
  { when: 'before the answer to its push arrived', step: '', service: 'stores', arrived: true },
  { when: 'before it remembered the answer', step: 'remembering 2', service: 'answers', arrived: true },
];

async function afterCrash(crash: Crash): Promise<{ readonly service: Service; readonly place: Place }> {
  const place = makePlace();
  let victim: ChildProcess | undefined;
  const P = {
    ...small.projects['P'],
    environments: { dev: { targetings: { T: before } } },
    toggles: { T: { variations: [] } },
  };
  const service = await startTrial({
    seed: { tokens: [{ token: canary, account: 'anna' }, ...small.tokens], projects: { P } },
    onRequest: ({ method }) => {
      if (method === 'PATCH' && crash.step === '') victim?.kill('SIGKILL');
    },
    answer: ({ method }) => {
      const isHeld = method === 'PATCH' && crash.service === 'holds' && victim !== undefined;
      return isHeld ? { kind: 'hang' } : undefined;
    },
  });
  const target = targetAt(service.url, { api: 'featureprobe' });
  await place.memoryStore.set(uri, target, { kind: 'seen', version: 1, state: before, time: 1 });
  victim = start(place, service.url, crash.step);
  expect(await once(victim, 'exit')).toEqual([null, 'SIGKILL']);
  victim = undefined;
  return { service, place };
}

describe.each(crashes)('An editor that is killed $when', (crash) => {
  test('keeps file and memory intact and no token on disk, and finds the live version at the next push', async () => {
    const { service, place } = await afterCrash(crash);
    const { version } = service.targeting('P', 'dev', 'T');
    expect(version).toBe(crash.arrived ? 2 : 1);
    const target = targetAt(service.url, { api: 'featureprobe' });
    const remembered = (await place.memoryStore.get(uri, target)) as LastSeen;
    expect(sameState(remembered.state, before)).toBe(true);
    for (const text of textsIn(place.folder)) expect(text).not.toContain(canary);
    expect(readFileSync(path.join(place.folder, 'T.targeting.json'), 'utf8')).toBe(file);

    const { result } = await pushAgain(place, service);
    if (crash.arrived) expect(result).toMatchObject({ kind: 'nothing-new', version: 2 });
    else expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T').version).toBe(2);
    expect(await place.memoryStore.get(uri, target)).toMatchObject({ version: 2, state: mine });
  });

  test('does not overwrite a push that a colleague made before the restart', async () => {
    const { service, place } = await afterCrash(crash);
    await patch(service, dev, { content: { defaultServe: { select: 1 } } });
    const { version } = service.targeting('P', 'dev', 'T');
    const { result, conflicts } = await pushAgain(place, service);
    expect(result).toEqual({ kind: 'abandoned' });
    expect(conflicts).toMatchObject([{ changes: expect.arrayContaining([defaultChange]) as unknown }]);
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version, content: { defaultServe: { select: 1 } } });
  });
});

const defaultChange = 'The default now serves "on" (before: 90% "off", 10% "on").';

test('An editor that is killed while it writes its memory finds the old memory, and can write again', async () => {
  const place = makePlace();
  const target = targetAt('http://127.0.0.1:1', { api: 'featureprobe' });
  const old: Remembered = { kind: 'pushed', body: '{}', time: 1 };
  await place.memoryStore.set(uri, target, old);
  expect(await once(start(place, target.baseUrl, 'writing'), 'exit')).toEqual([null, 'SIGKILL']);
  expect(await place.memoryStore.get(uri, target)).toEqual(old);
  await place.memoryStore.set(uri, target, { ...old, time: 3 });
  expect(await place.memoryStore.get(uri, target)).toEqual({ ...old, time: 3 });
});

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
}

function fail(error: unknown): never {
  throw error;
}
