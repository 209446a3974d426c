/** Answers that no service with toggles gives: they are refused before anything works on them, in one sentence. Over HTTP. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beyondBounds } from '../../../client/src/sync/service/bounds.js';
import { tellReading } from '../../../client/src/sync/service/describe.js';
import { exchange } from '../../../client/src/sync/service/request.js';
import { serviceAt } from '../../../client/src/sync/service/service.js';
import { targetUrl } from '../../../client/src/sync/service/target.js';
import type { Fault } from '../../service/faults.js';
import { startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { plainNetwork, pushTo, targetAt } from '../pushTrial.js';

beforeEach(withoutProxyVariables);
afterEach(() => vi.unstubAllEnvs());

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const live = (more: string) => `{"version":1,"disabled":true,"content":{"variations":[],"more":${more}}}`;
const text = (length: number) => `"${'x'.repeat(length)}"`;

/** What is told of a look at a service that answers so; "read" where it was taken. */
async function look(body: string, headers: Readonly<Record<string, string>> = json): Promise<string> {
  const answer = (): Fault => ({ kind: 'respond', status: 200, headers, body });
  const service = await startTrial({ answer });
  const target = targetAt(service.url, { api: 'featureprobe' });
  const url = targetUrl(target);
  if (url === undefined) throw new Error('No address.');
  const reading = await serviceAt(url, (method, address) =>
    exchange(
      { method, url: address, token: 'api-full', timeoutSeconds: 30, network: plainNetwork },
      new AbortController().signal,
    ),
  ).read();
  return reading.kind === 'read' ? 'read' : tellReading(reading.outcome, target).sentence;
}

const deep = 'Not read: the answer is nested more than 64 deep, as no toggle is. Is the base URL right?';
const large = 'Not read: the answer has 2.0 MiB or more, as none about a toggle has. Is the base URL right?';
const many = 'Not read: a list in the answer has more than 10000 parts, as no toggle has. Is the base URL right?';
const all = 'Not read: the answer has more than 200000 parts, as no toggle has. Is the base URL right?';
const mib = 1024 * 1024;
/** 10,000 of them have 1 MiB, which is what the server stores of one toggle. */
const shortestRule = {
  conditions: [{ type: 'string', subject: 'a', predicate: 'is one of', objects: ['a'] }],
  serve: { select: 0 },
};
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));
const list = (count: number, item: object) => JSON.stringify(Array.from({ length: count }, () => item));

describe('What is read', () => {
  test.each([
    ['has 64 levels', live(nested(62)), 'read'],
    ['has 65 levels', live(nested(63)), deep],
    ['has a million levels', live(nested(1_000_000)), deep],
    ['has brackets in its texts', live(JSON.stringify(`\\"${'['.repeat(100)}`)), 'read'],
    ['is content of 2 MiB', live(text(2 * mib - 100)), 'read'],
    ['is content of more', live(text(2 * mib)), large],
    ['has 10,000 parts in a list', live(list(10_000, {})), 'read'],
    ['has more of them in a list', live(list(10_001, {})), many],
    ['has more of them in an object', live(fields(10_001)), many],
    [
      'has 199,000 parts',
      live(
        list(
          19,
          Array.from({ length: 9_999 }, () => ({})),
        ),
      ),
      'read',
    ],
    [
      'has more of them',
      live(
        list(
          21,
          Array.from({ length: 9_999 }, () => ({})),
        ),
      ),
      all,
    ],
    ['has as many texts as there is room for', live(JSON.stringify(Array.from({ length: 400_000 }, () => ''))), 'read'],
    [
      'is a toggle of as many rules with conditions as the server has room for',
      live(list(10_000, shortestRule)),
      'read',
    ],
  ])('%s', async (_, body, told) => {
    expect(await look(body)).toBe(told);
  });

  test.each(['application/json', 'application/problem+json', 'text/json'])('is long where it is %s', async (type) => {
    expect(await look(live(text(100_000)), { 'Content-Type': type })).toBe('read');
  });

  test.each(['text/plain', 'application/octet-stream', undefined])('is 64 KiB of %s', async (type) => {
    const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'Content-Type': type };
    expect(await look(live(text(60_000)), headers)).toBe('read');
    expect(await look(live(text(70_000)), headers)).toMatch(/^Not read: what .* answered is no targeting/);
  });

  test('may be anything at all: it is looked through once', () => {
    for (const odd of ['', '"', '"\\', ']}]}', '{"a', '[}]', 'no JSON {{{', '"\\"'.repeat(600_000)])
      expect(beyondBounds(odd)).toBeUndefined();
  });
});

test('A push that was answered is done after 2 s, though the body of the answer never ends', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'stall', status: 200 }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 60 });
  expect(outcome).toEqual({ kind: 'ok', status: 200 });
  expect(milliseconds).toBeGreaterThanOrEqual(1_900);
  expect(milliseconds).toBeLessThan(10_000);
});

test('A push without an answer is waited for as long as the setting says', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'hang' }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 1 });
  expect(outcome).toEqual({ kind: 'timed-out', seconds: 1 });
  expect(milliseconds).toBeGreaterThanOrEqual(950);
});
