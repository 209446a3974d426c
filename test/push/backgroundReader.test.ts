/** Tests reading live versions in the background, by the requests that the embedded service receives. */
import { beforeEach, expect, test } from 'vitest';
import type { LastSeen } from '../../server/src/service/push/memory.js';
import { driftOf } from '../../server/src/service/driftWords.js';
import type { BackgroundReaderPorts, Snapshot } from '../../server/src/service/backgroundReader.js';
import { BackgroundReader } from '../../server/src/service/backgroundReader.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { Target } from '../../server/src/core/protocol.js';
import type { Service } from '../service/service.js';
import { dev, online, patch, startTrial } from '../service/trial.js';
import { immediately, sendWith, targetAt } from './pushTrial.js';
import { targetingOf } from './state/states.js';

let now = 0;
/** Milliseconds by which the machine's clock was set since the test began. */
let set = 0;
let told = 0;
let tokens: Readonly<Record<string, string>> = {};
let service: Service;

beforeEach(async () => {
  service = await startTrial();
  tokens = { [service.url]: 'api-full' };
  now = 1_000_000;
  set = 0;
  told = 0;
});

const inDev = (): Target => targetAt(service.url, { api: 'featureprobe' });
const inOnline = (): Target => ({ ...inDev(), environment: 'online', environmentKey: 'online' });

function readerOf(changes: Partial<BackgroundReaderPorts> = {}): BackgroundReader {
  return new BackgroundReader({
    now: () => now + set,
    elapsed: () => now,
    token: (origin) => Promise.resolve(tokens[origin]),
    service: (_target, url, token) => serviceAt(url, sendWith(token)),
    send: sendWith,
    changed: () => {
      told += 1;
    },
    learned: () => undefined,
    ...changes,
  });
}

function requests(): readonly string[] {
  return service.requests.map(({ method, path }) => `${method} ${path}`);
}

/** @returns kind, version, and the time in seconds since the test began */
function known(snapshot: Snapshot | undefined): string | undefined {
  const seen = snapshot !== undefined && 'seen' in snapshot ? snapshot.seen : undefined;
  const failure = snapshot?.kind === 'failed' ? ` ${snapshot.outcome.kind}` : '';
  const last = seen === undefined ? '' : ` ${seen.live.version} of ${(seen.time - 1_000_000) / 1_000} s`;
  return snapshot && `${snapshot.kind}${failure}${last}`;
}

test('A visible file causes one request per environment, however often it is shown', async () => {
  const eyes = readerOf();
  await Promise.all([inDev(), inOnline(), inDev()].map((target) => eyes.look(target)));
  now += 29_999;
  await eyes.look(inDev());
  expect(requests()).toEqual([`GET ${dev}`, `GET ${online}`]);
  expect(known(eyes.snapshot(inDev()))).toBe('seen 1 of 0 s');
  expect(told).toBe(2);
});

test('An environment is read again after 30 seconds', async () => {
  const eyes = readerOf();
  await eyes.look(inDev());
  await patch(service, dev, { disabled: false });
  now += 30_000;
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('seen 2 of 30 s');
});

test.each([-86_400_000, 86_400_000])("A colleague's change is seen even if the clock is set by %i ms", async (by) => {
  const eyes = readerOf();
  const say = { disabled: false };
  await patch(service, dev, say);
  await eyes.look(inDev());
  const { version, disabled, content } = service.targeting('P', 'dev', 'T');
  const pushedHere: LastSeen = { kind: 'seen', version, state: { disabled, content: { ...content } }, time: now + 1 };
  set = by;
  const title = async () =>
    (await driftOf({ target: inDev(), snapshot: eyes.snapshot(inDev()), remembered: pushedHere, body: say })).title;
  expect(await title()).toBe('dev: up to date · version 2');
  await patch(service, dev, { disabled: true });
  now += 30_000;
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe(`seen 3 of ${by / 1_000 + 30} s`);
  expect(await title()).toBe('dev: changed by anna');
});

test('An environment is read again immediately after a push', async () => {
  const eyes = readerOf();
  await eyes.look(inDev());
  await patch(service, dev, { disabled: false });
  eyes.expire();
  expect(known(eyes.snapshot(inDev()))).toBe('seen 1 of 0 s');
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('seen 2 of 0 s');
});

test('The response to a read before a push does not replace the response to a read after it', async () => {
  const answers: ((version: number) => void)[] = [];
  const live = targetingOf({ disabled: true, content: {} });
  const eyes = readerOf({
    service: () => ({
      read: () =>
        new Promise((resolve) => {
          answers.push((version) => resolve({ kind: 'read', value: { ...live, version } }));
        }),
      history: noHistory,
    }),
  });
  const early = eyes.look(inDev());
  await Promise.resolve();
  eyes.expire();
  const late = eyes.look(inDev());
  await Promise.resolve();
  answers[1]?.(2);
  await late;
  answers[0]?.(1);
  await early;
  expect(known(eyes.snapshot(inDev()))).toBe('seen 2 of 0 s');
});

test('A read that takes longer than 30 seconds is not started twice', async () => {
  const ends: (() => void)[] = [];
  const eyes = readerOf({
    service: () => ({
      read: () =>
        new Promise((resolve) => {
          ends.push(() => resolve({ kind: 'failed', outcome: { kind: 'unreachable', cause: '' } }));
        }),
      history: noHistory,
    }),
  });
  const early = eyes.look(inDev());
  await Promise.resolve();
  now += 60_000;
  const late = eyes.look(inDev());
  await immediately();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await Promise.all([early, late]);
});

test('The response of one service is not shown for another service', async () => {
  const other = await startTrial();
  tokens = { ...tokens, [other.url]: 'api-full' };
  const eyes = readerOf();
  await eyes.look(inDev());
  expect(eyes.snapshot({ ...inDev(), baseUrl: other.url })).toBeUndefined();
  await eyes.look({ ...inDev(), baseUrl: other.url });
  expect(other.requests).toHaveLength(1);
});

test('A read that fails because of a bug in the extension is retried after 30 seconds', async () => {
  let fails = true;
  const seen = targetingOf({ disabled: true, content: {} }, { version: 7 });
  const read = () => {
    if (fails) throw new RangeError('Maximum call stack size exceeded');
    return Promise.resolve({ kind: 'read', value: seen } as const);
  };
  const eyes = readerOf({ service: () => ({ read, history: noHistory }) });
  await expect(eyes.look(inDev())).rejects.toThrow('Maximum call stack');
  fails = false;
  now += 30_000;
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('seen 7 of 30 s');
});

test('A service without a token is not called, and the user is not asked for a token', async () => {
  tokens = {};
  const eyes = readerOf();
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('no-token');
  expect(requests()).toEqual([]);
  tokens = { [service.url]: 'api-full' };
  eyes.expire();
  expect(eyes.snapshot(inDev()), 'a token may be stored by now').toBeUndefined();
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('seen 1 of 0 s');
});

test('A service that is not marked readable is not read', async () => {
  const eyes = readerOf();
  await eyes.look(targetAt(service.url));
  expect(eyes.snapshot(targetAt(service.url))).toBeUndefined();
  expect(requests()).toEqual([]);
});

test('The last response and its time are kept if the service goes offline', async () => {
  const eyes = readerOf();
  await eyes.look(inDev());
  await service.close();
  now += 60_000;
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('failed unreachable 1 of 0 s');
  now += 60_000;
  await eyes.look(inDev());
  expect(known(eyes.snapshot(inDev()))).toBe('failed unreachable 1 of 0 s');
});

test('At most four environments are read at once, and every environment is read', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  let asked = 0;
  const eyes = readerOf({
    service: () => ({
      read: async () => {
        asked += 1;
        const turn = new Promise<void>((resolve) => waiting.push(resolve));
        most = Math.max(most, waiting.length);
        await turn;
        return { kind: 'failed', outcome: { kind: 'unreachable', cause: '' } };
      },
      history: noHistory,
    }),
  });
  const all = Array.from({ length: 9 }, (_, index) => eyes.look({ ...inDev(), environmentKey: `e${index}` }));
  const everybody = Promise.all(all).then(() => true);
  while (!(await Promise.race([everybody, immediately()]))) waiting.shift()?.();
  expect([most, asked]).toEqual([4, 9]);
});

/** The history is read only while a change is waiting for approval. */
function noHistory(): never {
  throw new Error('Nothing waits.');
}
