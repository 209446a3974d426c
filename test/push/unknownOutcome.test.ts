/**
 * Nobody knows the outcome of a push when the connection breaks after the service has applied it. What was remembered before is
 * not believed then, so the old text is sent when it is put back. The wire is real, and so is the memory on disk.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Recorder } from '../../server/src/service/push/memory.js';
import { MemoryStore } from '../../client/src/memoryStore.js';
import { look } from '../../server/src/service/push/look.js';
import type { FilePushPorts } from '../../server/src/service/push/pushFile.js';
import type { PushResult } from '../../server/src/service/push/push.js';
import { pushFile } from '../../server/src/service/push/pushFile.js';
import { send as sendPush } from '../../server/src/service/push/send.js';
import { exchange } from '../../server/src/service/http/request.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import type { Target } from '../../server/src/core/protocol.js';
import type { Service } from '../service/service.js';
import { startTrial } from '../service/trial.js';
import { impactOfStates } from '../support/impact.js';
import { cutAnswer, startWire } from './faults/wire.js';
import { found, lines, startMany } from './many/manyTrial.js';
import { withoutProxyVariables } from './proxyVariables.js';
import { plainNetwork, targetAt } from './pushTrial.js';

/** The disk, which a test may fill. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, writeFile: vi.fn(real.writeFile), rm: vi.fn(real.rm) };
});

beforeEach(withoutProxyVariables);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetAllMocks();
});

const uri = 'file:///T.targeting.json';
const off = { disabled: true };
const on = { disabled: false, content: { defaultServe: { select: 0 } } };

interface World {
  readonly service: Service;
  /** Leads to the service; its answer to the next PATCH is lost. */
  readonly lose: () => void;
  readonly baseUrl: string;
  readonly memoryStore: MemoryStore;
  readonly failures: unknown[];
  readonly folder: string;
}

async function makeWorld(service: Service): Promise<World> {
  let isLost = false;
  const lost = cutAnswer(0, (client) => client.destroy());
  const wire = await startWire({
    ...{ host: '127.0.0.1', to: service.port, cancel: () => undefined },
    fault: () =>
      isLost
        ? (client, ...rest) => {
            isLost = false;
            lost(client, ...rest);
          }
        : undefined,
  });
  const fsPath = mkdtempSync(join(tmpdir(), 'unknown-outcome-'));
  onTestFinished(() => rmSync(fsPath, { recursive: true }));
  const failures: unknown[] = [];
  const memoryStore = new MemoryStore({ globalStorageUri: { fsPath } }, (error) => void failures.push(error));
  const folder = join(fsPath, 'bases');
  return {
    service,
    lose: () => (isLost = true),
    baseUrl: `http://127.0.0.1:${wire.port}`,
    memoryStore,
    failures,
    folder,
  };
}

/** Pushes that text of a file, into the environment dev. */
function push(
  world: World,
  api: Target['api'],
  text: object,
  isLost = false,
  changes: Partial<FilePushPorts> = {},
): Promise<PushResult> {
  const { baseUrl, lose } = world;
  const target = targetAt(baseUrl, api && { api });
  const send = (method: 'GET' | 'PATCH' | 'POST', url: URL, token: string, body?: string) => {
    if (method === 'PATCH' && isLost) lose();
    const wanted = {
      method,
      url,
      token,
      timeoutSeconds: 30,
      network: plainNetwork,
      ...(body !== undefined && { body }),
    };
    return exchange(wanted, new AbortController().signal);
  };
  const ports: FilePushPorts = {
    trusted: true,
    save: () => Promise.resolve(true),
    version: () => 1,
    targets: () => Promise.resolve(found(target)),
    check: () =>
      Promise.resolve({ version: 1, problems: [], comment: 'c', body: JSON.stringify({ comment: 'c', ...text }) }),
    failing: () => Promise.resolve(null),
    impact: impactOfStates,
    createConfig: () => Promise.resolve(false),
    chooseTarget: ([first]) => Promise.resolve(first),
    askComment: () => Promise.resolve('c'),
    lastComment: () => undefined,
    commented: () => Promise.resolve(),
    token: () => Promise.resolve('api-full'),
    ...recorderOf(world, uri),
    service: (_, url, token) => serviceOf(target, url, (method, address, body) => send(method, address, token, body)),
    show: () => Promise.resolve(),
    release: () => Promise.resolve(),
    agree: () => Promise.resolve(),
    decide: () => Promise.resolve('push'),
    reconcile: () => Promise.resolve('push'),
    ...changes,
  };
  return pushFile(ports);
}

function recorderOf({ memoryStore }: World, file: string): Recorder {
  return {
    remembered: (target) => memoryStore.get(file, target),
    remember: (target, what, insteadOf) => memoryStore.set(file, target, what, insteadOf),
    now: Date.now,
    whileSending: (_, push) => push(),
    recordOutcome: () => Promise.resolve(),
    recordSubmission: () => undefined,
  };
}

const pushed = { kind: 'outcome', outcome: { kind: 'ok' } };

describe('The old text that is put back after a push with an unknown outcome is sent', () => {
  test('to a service of the documented contract', async () => {
    const world = await makeWorld(await startTrial());
    expect(await push(world, undefined, off)).toMatchObject(pushed);
    expect(await push(world, undefined, on, true)).toMatchObject({ kind: 'outcome', outcome: { kind: 'interrupted' } });
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(false);
    expect(await push(world, undefined, off)).toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(true);
    expect(await push(world, undefined, off)).toMatchObject({ kind: 'unchanged' });
  });

  test('to a service that can be read', async () => {
    const world = await makeWorld(await startTrial());
    expect(await push(world, 'featureprobe', on)).toMatchObject(pushed);
    expect(await push(world, 'featureprobe', off, true)).toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(true);
    expect(await push(world, 'featureprobe', on)).toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(false);
  });

  test('after the editor ended during that push', async () => {
    const world = await makeWorld(await startTrial());
    await push(world, undefined, off);
    // The editor never gets the answer.
    const send = () => new Promise<never>(() => undefined);
    const target = targetAt(world.baseUrl);
    const left = new Promise<void>((resolve) => {
      const service = serviceOf(target, new URL(world.baseUrl), () => (resolve(), send()));
      void sendPush(recorderOf(world, uri), service, { kind: 'unreadable', target }, '{}');
    });
    await left;
    expect(await push(world, undefined, off)).toMatchObject(pushed);
  });

  test.each([undefined, 'featureprobe'] as const)('with other files of its folder, where "api" is %s', async (api) => {
    const trial = await startMany({ toggles: ['a', 'b'] });
    const world = await makeWorld(trial.service);
    const say = (disabled: boolean) => {
      for (const toggle of ['a', 'b'])
        trial.files.set(toggle, {
          body: { disabled, content: { defaultServe: { select: 0 } } },
          targets: found(targetAt(world.baseUrl, { toggle, ...(api && { api }) })),
        });
    };
    const disk = {
      concurrency: 1,
      recorder: (file: string) => recorderOf(world, file),
    };
    say(false);
    await trial.run(await trial.plan(disk), disk);
    say(true);
    const request: typeof trial.ports.request = (call) => {
      if (call.method === 'PATCH' && call.url.href.includes('/a/')) world.lose();
      return trial.ports.request(call);
    };
    await trial.run(await trial.plan(disk), { ...disk, request });
    expect(trial.results.get('a')?.kind).toBe(api === undefined ? 'doubtful' : 'pushed');
    expect(trial.results.get('b')?.kind).toBe('pushed');
    expect(trial.service.targeting('P', 'dev', 'a').disabled).toBe(true);

    say(false);
    const plan = await trial.plan(disk);
    if (api === undefined) {
      const unknown =
        /^a: ready: It is unknown whether your push of .+ was applied, so what this one changes is unknown/;
      expect(lines(plan)[0]).toMatch(unknown);
    }
    await trial.run(plan, disk);
    expect(trial.results.get('a')?.kind).toBe('pushed');
    expect(trial.service.targeting('P', 'dev', 'a').disabled).toBe(false);
  });
});

describe('A disk that is full', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  test('makes the editor forget what was pushed before, so the old text is pushed again', async () => {
    const world = await makeWorld(await startTrial());
    await push(world, undefined, off);
    vi.mocked(files.writeFile).mockRejectedValue(full);
    expect(await push(world, undefined, on)).toMatchObject(pushed);
    expect(await push(world, undefined, off)).toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(true);
    expect(world.failures).toContain(full);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  test.each([undefined, 'featureprobe'] as const)(
    'stops a push when not even the old memory can be deleted, where "api" is %s',
    async (api) => {
      const world = await makeWorld(await startTrial());
      await push(world, api, off);
      vi.mocked(files.writeFile).mockRejectedValue(full);
      vi.mocked(files.rm).mockRejectedValue(full);
      expect(await push(world, api, on)).toMatchObject({ kind: 'outcome', outcome: { kind: 'stopped-here' } });
      expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(true);
      expect(await push(world, api, off)).toMatchObject({ kind: api === undefined ? 'unchanged' : 'nothing-new' });
    },
  );
});

test('A push that the service refused leaves what was remembered as it was', async () => {
  const world = await makeWorld(await startTrial());
  await push(world, undefined, off);
  expect(await push(world, undefined, { content: { rules: 1 } })).toMatchObject({ outcome: { kind: 'rejected' } });
  expect(await push(world, undefined, off)).toMatchObject({ kind: 'unchanged' });
});

test.each([undefined, 'featureprobe'] as const)(
  'A push that failed for certain does not put back what another push has replaced meanwhile, where "api" is %s',
  async (api) => {
    const world = await makeWorld(await startTrial());
    await push(world, api, off);
    const target = targetAt(world.baseUrl, api && { api });
    const recorder = recorderOf(world, uri);
    const outcome = { kind: 'unreachable', cause: 'c' } as const;
    const url = new URL(`${world.baseUrl}/api/projects/P/environments/dev/toggles/T/targeting`);
    const service = serviceOf(target, url, async (method, address, body) => {
      if (method === 'GET') {
        const wanted = { method, url: address, token: 'api-full', timeoutSeconds: 30, network: plainNetwork };
        return exchange(wanted, new AbortController().signal);
      }
      expect(body).toContain('false');
      expect(await push(world, api, on)).toMatchObject(pushed);
      return { outcome, milliseconds: 1 };
    });
    const body = '{"disabled":false}';
    const looked = await look(recorder, { target, body, service: () => Promise.resolve(service) });
    if (looked.kind !== 'read' && looked.kind !== 'unreadable') throw new Error(looked.kind);
    const decided = looked.kind === 'read' ? { ...looked, comment: 'c', changes: [] } : looked;
    expect(await sendPush(recorder, service, decided, body)).toMatchObject({ outcome });
    const newer =
      api === undefined ? { body: expect.stringContaining('false') as unknown } : { kind: 'seen', version: 2 };
    expect(await recorder.remembered(target)).toMatchObject(newer);
  },
);

describe('After a cancelled push, the service is read', () => {
  /** Cancels the PATCH, before or after it arrives. */
  const cancelling = (arrives: boolean): Partial<FilePushPorts> => ({
    service: (target, url, token) =>
      serviceOf(target, url, async (method, address, body) => {
        const wanted = { method, url: address, token, timeoutSeconds: 30, network: plainNetwork };
        const call = { ...wanted, ...(body !== undefined && { body }) };
        if (method !== 'PATCH') return exchange(call, new AbortController().signal);
        if (arrives) await exchange(call, new AbortController().signal);
        return { outcome: { kind: 'cancelled' }, milliseconds: 1 };
      }),
  });

  test('and where it did not arrive, the result has the version that is still live', async () => {
    const world = await makeWorld(await startTrial());
    await push(world, 'featureprobe', on);
    const result = await push(world, 'featureprobe', off, false, cancelling(false));
    expect(result).toMatchObject({ kind: 'outcome', arrival: 'dev still has version 2: so far, it was not applied.' });
    expect(result).not.toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(false);
  });

  test('and where it arrived, it is reported as pushed', async () => {
    const world = await makeWorld(await startTrial());
    await push(world, 'featureprobe', on);
    expect(await push(world, 'featureprobe', off, false, cancelling(true))).toMatchObject(pushed);
    expect(world.service.targeting('P', 'dev', 'T').disabled).toBe(true);
  });
});

test.each([
  [off, ['service']],
  [on, []],
])('Background reading is agreed to by a push that finds nothing to push (%o)', async (text, agreed) => {
  const world = await makeWorld(await startTrial());
  const asked: string[] = [];
  const agree = () => Promise.resolve(void asked.push('service'));
  await push(world, 'featureprobe', text, false, { agree, decide: () => Promise.resolve(undefined) });
  expect(asked).toEqual(agreed);
});

describe('The mark of a push under way', () => {
  const marked = (marks: string[]): Partial<FilePushPorts> => ({
    whileSending: async ({ environment }, work) => {
      marks.push(`${environment} started`);
      const result = await work();
      marks.push(`${environment} ended`);
      return result;
    },
  });

  test.each([undefined, 'featureprobe'] as const)('is set before the PATCH, and removed (api: %s)', async (api) => {
    const world = await makeWorld(await startTrial());
    const marks: string[] = [];
    const changes = marked(marks);
    await push(world, api, on, false, {
      ...changes,
      service: (target, url, token) =>
        serviceOf(target, url, (method, address, body) => {
          marks.push(method);
          const wanted = { method, url: address, token, timeoutSeconds: 30, network: plainNetwork };
          return exchange({ ...wanted, ...(body !== undefined && { body }) }, new AbortController().signal);
        }),
    });
    expect(marks.slice(-3)).toEqual(['dev started', 'PATCH', 'dev ended']);
  });

  test('is not set by a push that the person leaves', async () => {
    const world = await makeWorld(await startTrial());
    const marks: string[] = [];
    await push(world, 'featureprobe', on, false, { ...marked(marks), decide: () => Promise.resolve(undefined) });
    expect(marks).toEqual([]);
  });
});
