/** Tests what is read to help while editing, by the requests that the embedded service receives. */
import { beforeEach, expect, test } from 'vitest';
import type { BackgroundReaderPorts } from '../../server/src/service/backgroundReader.js';
import { BackgroundReader } from '../../server/src/service/backgroundReader.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { ServiceKnowledge, Target } from '../../server/src/core/protocol.js';
import type { Fault } from '../service/faults.js';
import type { ReceivedRequest, Service } from '../service/service.js';
import { patch, seed, dev, startTrial } from '../service/trial.js';
import { immediately, sendWith, targetAt } from './pushTrial.js';

const start = 1_000_000;
const minutes = 60_000;
let now = start;
let told: ServiceKnowledge[] = [];
let tokens: Readonly<Record<string, string>> = {};
let fault: (request: ReceivedRequest) => Fault | undefined = () => undefined;
let service: Service;

beforeEach(async () => {
  fault = () => undefined;
  service = await startTrial({ answer: (request) => fault(request) });
  tokens = { [service.url]: 'api-full' };
  now = start;
  told = [];
});

const inDev = (): Target => targetAt(service.url, { api: 'featureprobe' });
const inOnline = (): Target => ({ ...inDev(), environment: 'online', environmentKey: 'online' });

function reader(changes: Partial<BackgroundReaderPorts> = {}): BackgroundReader {
  return new BackgroundReader({
    now: () => now,
    elapsed: () => now,
    token: (origin) => Promise.resolve(tokens[origin]),
    service: (_target, url, token) => serviceAt(url, sendWith(token)),
    send: sendWith,
    changed: () => undefined,
    learned: (knowledge) => told.push(knowledge),
    ...changes,
  });
}

/** Sorted, because the lists are read in parallel. */
function requests(from = 0): readonly string[] {
  return service.requests
    .slice(from)
    .map(({ method, path }) => `${method} ${path.replace('/api/projects/P', '')}`)
    .sort();
}

const lists = ['GET /segments?pageIndex=0&pageSize=100', 'GET /toggles?pageIndex=0&pageSize=100'];
const attributes = (environment: string) => `GET /environments/${environment}/toggles/T/targeting/attributes`;

test('A visible file causes one request per list of its project, and one per environment', async () => {
  const eyes = reader();
  await Promise.all([inDev(), inOnline(), inDev()].map((target) => eyes.learn(target)));
  now += 5 * minutes - 1;
  await eyes.learn(inDev());
  expect(requests()).toEqual([attributes('dev'), attributes('online'), ...lists]);
});

test('The language server receives all keys, names and types except those of archived toggles', async () => {
  const uses = { name: 'r', conditions: [{ type: 'segment', predicate: 'is in', objects: ['testers'] }] };
  const plain = {
    name: 's',
    conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['x'] }],
  };
  await patch(service, dev, { content: { rules: [uses, plain] } });
  await reader().learn(inDev());
  expect(told).toEqual([
    {
      baseUrl: service.url,
      project: 'P',
      toggles: ['odd key+', 'V', 'U', 'T'].map((key) => ({ key, name: key, returnType: 'boolean' })),
      segments: [{ key: 'testers', name: 'Testers', rules: [expect.objectContaining({ name: 'r' })] }],
      hasAllToggles: true,
      hasAllSegments: true,
      attributes: ['email', 'city'],
      age: 0,
    },
  ]);
});

test('The lists are read again after five minutes, and immediately with another token', async () => {
  const eyes = reader();
  await eyes.learn(inDev());
  now += 5 * minutes;
  await eyes.learn(inDev());
  expect(requests(3)).toEqual([attributes('dev'), ...lists]);
  tokens = { [service.url]: 'api-rob' };
  await eyes.learn(inDev());
  expect(requests(6)).toEqual([attributes('dev'), ...lists]);
  expect(told.map(({ age }) => age)).toEqual([0, 0, 0]);
});

test('A service without a token is not called, and the user is not asked for a token', async () => {
  tokens = {};
  const eyes = reader();
  await eyes.learn(inDev());
  expect(requests()).toEqual([]);
  tokens = { [service.url]: 'api-full' };
  await eyes.learn(inDev());
  expect(requests()).toHaveLength(3);
});

test('A token is sent only to its own origin', async () => {
  const other = await startTrial();
  const eyes = reader();
  await eyes.learn({ ...inDev(), baseUrl: other.url });
  expect(other.requests).toEqual([]);
  tokens = { [service.url]: 'api-full', [other.url]: 'api-rob' };
  await Promise.all([eyes.learn(inDev()), eyes.learn({ ...inDev(), baseUrl: other.url })]);
  const sent = ({ requests: received }: Service) => [...new Set(received.map(({ headers }) => headers.authorization))];
  expect([sent(service), sent(other)]).toEqual([['api-full'], ['api-rob']]);
});

test('A service that is not marked readable is not read', async () => {
  await reader().learn(targetAt(service.url));
  expect(requests()).toEqual([]);
});

test('An address that must not receive a token is not called', async () => {
  tokens = { 'http://toggles.example.com': 'api-full' };
  const send: BackgroundReaderPorts['send'] = () => {
    throw new Error('Nothing is to be sent.');
  };
  await reader({ send }).learn({ ...inDev(), baseUrl: 'http://toggles.example.com' });
  expect(told).toEqual([]);
});

test('A failed read keeps the earlier information, and is not retried immediately', async () => {
  const eyes = reader();
  fault = ({ path }) => (path.includes('/segments') ? { kind: 'reset' } : undefined);
  await eyes.learn({ ...inDev(), toggle: 'nobody' });
  await eyes.learn({ ...inDev(), toggle: 'nobody' });
  expect([told, service.requests.length]).toEqual([[], 3]);
  fault = () => undefined;
  now += 5 * minutes;
  await eyes.learn(inDev());
  await service.close();
  now += 5 * minutes;
  await eyes.learn(inDev());
  expect(told).toHaveLength(1);
  eyes.republish();
  expect(told[1]).toEqual({ ...told[0], age: 5 * minutes });
});

test('Other toggles are known even if the service does not have the toggle of the file', async () => {
  await reader().learn({ ...inDev(), toggle: 'nobody' });
  expect(told).toMatchObject([{ toggles: [{}, {}, {}, {}], attributes: [] }]);
});

test('A response that is not a page of a list is ignored', async () => {
  fault = () => ({ kind: 'respond', status: 200, body: '[]' });
  await reader().learn(inDev());
  expect(told).toEqual([]);
});

test('A long list is read page by page, and marked as incomplete beyond 3,000 items', async () => {
  const [project] = Object.values(seed.projects);
  const toggles = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, { variations: [] }]));
  const read = async (count: number) => {
    const long = { ...seed, projects: { P: { environments: {}, ...project, toggles: toggles(count) } } };
    service = await startTrial({ seed: long });
    tokens = { [service.url]: 'api-full' };
    await reader().learn(inDev());
    const asked = requests().filter((request) => request.includes('toggles?')).length;
    return [asked, told.at(-1)?.toggles.length, told.at(-1)?.hasAllToggles];
  };
  expect(await read(250)).toEqual([3, 250, true]);
  expect(await read(3_001)).toEqual([30, 3_000, false]);
});

test('A list with a duplicate and a missing toggle is marked as incomplete', async () => {
  fault = ({ path }) => {
    if (!path.includes('toggles?')) return undefined;
    const content = path.includes('pageIndex=0') ? Array.from({ length: 100 }, (_, index) => index) : [99, 100];
    const body = { content: content.map((index) => ({ key: `t${index}`, returnType: 'Boolean' })), totalElements: 102 };
    return { kind: 'respond', status: 200, body: JSON.stringify(body) };
  };
  await reader().learn(inDev());
  expect(told).toMatchObject([{ hasAllToggles: false, hasAllSegments: true }]);
  expect(told[0]?.toggles[100]).toEqual({ key: 't100', name: '', returnType: 'boolean' });
});

test('Many files cause at most four requests at once', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const eyes = reader({
    send: () => async () => {
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      most = Math.max(most, waiting.length);
      await turn;
      return { outcome: { kind: 'unreachable', cause: '' }, milliseconds: 0 };
    },
  });
  const all = Array.from({ length: 9 }, (_, index) => eyes.learn({ ...inDev(), toggle: `t${index}` }));
  const everybody = Promise.all(all).then(() => true);
  while (!(await Promise.race([everybody, immediately()]))) waiting.shift()?.();
  expect(most).toBe(4);
});
