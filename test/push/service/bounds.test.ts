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
const large = 'Not read: the answer holds more than 4.0 MiB for one toggle. Is the base URL right?';
const mib = 1024 * 1024;

describe('What is read', () => {
  test.each([
    ['has 64 levels', live(nested(62)), 'read'],
    ['has 65 levels', live(nested(63)), deep],
    ['has a million levels', live(nested(1_000_000)), deep],
    ['has brackets in its texts', live(JSON.stringify(`\\"${'['.repeat(100)}`)), 'read'],
    ['is content of 4 MiB', live(text(4 * mib - 100)), 'read'],
    ['is content of more', live(text(4 * mib)), large],
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

  test('is a page of versions of which each may be that large', () => {
    const page = `{"totalElements":9,"content":[${Array.from({ length: 9 }, () => live(text(mib))).join()}]}`;
    expect(beyondBounds(page)).toBeUndefined();
  });

  test('may be anything at all: it is looked through once', () => {
    for (const odd of ['', '"', '"\\', ']}]}', '{"a', '[}]', 'no JSON {{{', '"\\"'.repeat(1_000_000)])
      expect(beyondBounds(odd)).toBeUndefined();
  });
});

test('A push that was answered is done after 2 s, though the body of the answer never ends', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'stall', status: 200 }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 60 });
  expect(outcome).toEqual({ kind: 'pushed', status: 200 });
  expect(milliseconds).toBeGreaterThanOrEqual(1_900);
  expect(milliseconds).toBeLessThan(10_000);
});

test('A push without an answer is waited for as long as the setting says', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'hang' }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 1 });
  expect(outcome).toEqual({ kind: 'timed-out', seconds: 1 });
  expect(milliseconds).toBeGreaterThanOrEqual(950);
});
