/** Tests that answers too large for a service of toggles are refused in one sentence, here over HTTP. */
import { describe, expect, test } from 'vitest';
import { beyondBounds } from '../../../server/src/service/http/responseBounds.js';
import { describeRead } from '../../../server/src/service/http/describe.js';
import { serviceAt } from '../../../server/src/service/http/service.js';
import { targetUrl } from '../../../server/src/service/http/target.js';
import type { Fault } from '../../service/faults.js';
import { startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { pushTo, sendWith, targetAt } from '../pushTrial.js';

withoutProxyVariables();

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const live = (more: string) => `{"version":1,"disabled":true,"content":{"variations":[],"more":${more}}}`;
const text = (length: number) => `"${'x'.repeat(length)}"`;

/** @returns the message about a read with this answer, or "read" if it is accepted */
async function look(body: string, headers: Readonly<Record<string, string>> = json): Promise<string> {
  const answer = (): Fault => ({ kind: 'respond', status: 200, headers, body });
  const service = await startTrial({ answer });
  const target = targetAt(service.url, { api: 'featureprobe' });
  const url = targetUrl(target);
  if (url === undefined) throw new Error('No address.');
  const reading = await serviceAt(url, sendWith()).read();
  return reading.kind === 'read' ? 'read' : describeRead(reading.outcome, target).sentence;
}

const deep = 'Not read: the response is nested more than 64 deep; no toggle is. Is the base URL right?';
const large = 'Not read: the response is 2.0 MiB or larger, too large for a toggle. Is the base URL right?';
const many =
  'Not read: a list in the response has more than 10000 items; no toggle is that large. Is the base URL right?';
const all = 'Not read: the response has more than 200000 values; no toggle is that large. Is the base URL right?';
const mib = 1024 * 1024;
/** 10,000 such rules have 1 MiB, which is what the server stores of one toggle. */
const shortestRule = {
  conditions: [{ type: 'string', subject: 'a', predicate: 'is one of', objects: ['a'] }],
  serve: { select: 0 },
};
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));
const full = Array.from({ length: 9_999 }, () => ({}));
const list = (count: number, item: object) => JSON.stringify(Array.from({ length: count }, () => item));

describe('A response', () => {
  test.each([
    ['that has 64 levels is read', live(nested(62)), 'read'],
    ['that has 65 levels is refused', live(nested(63)), deep],
    ['that has a million levels is refused', live(nested(1_000_000)), deep],
    ['that has brackets in its texts is read', live(JSON.stringify(`\\"${'['.repeat(100)}`)), 'read'],
    ['that has 2 MiB of content is read', live(text(2 * mib - 100)), 'read'],
    ['that has more content is refused', live(text(2 * mib)), large],
    ['that has 10,000 parts in a list is read', live(list(10_000, {})), 'read'],
    ['that has more parts in a list is refused', live(list(10_001, {})), many],
    ['that has more parts in an object is refused', live(fields(10_001)), many],
    ['that has 190,000 parts in all is read', live(list(19, full)), 'read'],
    ['that has 210,000 parts in all is refused', live(list(21, full)), all],
    ['that is full of short texts is read', live(JSON.stringify(Array.from({ length: 400_000 }, () => ''))), 'read'],
    [
      'that is a toggle with as many rules as the server has room for is read',
      live(list(10_000, shortestRule)),
      'read',
    ],
  ])('%s', async (_, body, told) => {
    expect(await look(body)).toBe(told);
  });

  test.each(['application/json', 'application/problem+json', 'text/json'])('is read completely as %s', async (type) => {
    expect(await look(live(text(100_000)), { 'Content-Type': type })).toBe('read');
  });

  test.each(['text/plain', 'application/octet-stream', undefined])('is read up to 64 KiB as %s', async (type) => {
    const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'Content-Type': type };
    expect(await look(live(text(60_000)), headers)).toBe('read');
    expect(await look(live(text(70_000)), headers)).toMatch(/^Not read: the response of .* is not targeting/);
  });

  test('is scanned without an error if it is not JSON', () => {
    for (const odd of ['', '"', '"\\', ']}]}', '{"a', '[}]', 'no JSON {{{', '"\\"'.repeat(600_000)])
      expect(beyondBounds(odd)).toBeUndefined();
  });
});

test('A push ends soon after a response, even if the body of the response never ends', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'stall', status: 200 }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 600 });
  expect(outcome).toEqual({ kind: 'ok', status: 200 });
  expect(milliseconds).toBeGreaterThanOrEqual(1_900);
});

test('A push without a response ends after the configured time limit', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'hang' }) });
  const { outcome, milliseconds } = await pushTo(service.url, { timeoutSeconds: 1 });
  expect(outcome).toEqual({ kind: 'timed-out', seconds: 1 });
  expect(milliseconds).toBeGreaterThanOrEqual(950);
});
