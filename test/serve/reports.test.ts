/** Tests how the server counts reports of SDKs, in the formats of their sources. */
import { FPUser } from 'featureprobe-server-sdk-node';
import { describe, expect, it } from 'vitest';
import type { Served } from '../../server/src/serve/contract.js';
import { serverTrial } from './trial.js';

const time = 1_790_000_000_000;
const access = {
  startTime: time,
  endTime: time,
  counters: { checkout: [{ value: true, version: 1, index: 1, count: 2 }] },
};
const event = { time, user: 'ada', key: 'checkout', value: true, variationIndex: 1, version: 1 };
const userDetail = { key: 'ada', attrs: { city: 'Paris' } };

const ofMost = report({ ...event, userDetail, ruleIndex: 0, reason: 'rule 0' });
/** Two evaluations each. */
const bySdk: readonly (readonly [string, unknown])[] = [
  ['Node', report({ ...event, userDetail: plain(new FPUser('ada').with('city', 'Paris')), ruleIndex: 0 })],
  ['other languages and pages', ofMost],
];

function report(debug: object) {
  const ofAccess = { kind: 'access', ...event };
  return [{ events: [ofAccess, { kind: 'debug', ...debug }, ofAccess, { kind: 'debug', ...debug }], access }];
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a report', () => {
  it.each(bySdk)('from the SDK for %s counts each evaluation once, with rule and user', async (_, body) => {
    const { report: send, server, told } = await serverTrial();
    await send(body);
    expect(server.tally.asked('checkout')).toEqual({ times: 2, served: [{ rule: 0, variation: 1, times: 2 }] });
    const values = new Map([['checkout', { rule: 0, variation: 1 }]]);
    expect(server.tally.users()).toEqual([
      { key: 'ada', attributes: new Map([['city', 'Paris']]), last: time, values },
    ]);
    expect([server.tally.requests, told()]).toEqual([1, 1]);
  });

  it('with only sums counts the sums, without rule and user', async () => {
    const { report: send, server } = await serverTrial({ toggles: ['checkout', 'banner'] });
    const debug = { ...event, key: 'banner', kind: 'debug', userDetail, ruleIndex: null, variationIndex: -1 };
    const counters = { ...access.counters, banner: [{ index: 0, count: 9 }], gone: [{ index: 0, count: 1 }] };
    await send([{ events: [debug], access: { ...access, counters } }]);
    await send([
      { events: null, access },
      { events: [], access: null },
    ]);
    expect(served(server.tally.asked('checkout'))).toEqual([{ rule: undefined, variation: 1, times: 4 }]);
    expect(served(server.tally.asked('banner'))).toEqual([{ rule: undefined, variation: undefined, times: 1 }]);
    expect(server.tally.asked('gone')).toBeUndefined();
  });

  it.each([
    ...[null, 1, 'text', {}, [], [[]], [null], [{ events: 1, access: 1 }], [{ events: [null, 1, []] }]],
    ...[[{ access: { counters: [] } }], [{ access: { counters: { checkout: 1 } } }]],
    [
      {
        access: { counters: { checkout: [null, 1, { count: -1 }, { count: 0.5 }, { count: 1e300 }, { count: '1' }] } },
      },
    ],
    [{ events: [{ kind: 'debug' }, { kind: 'debug', key: 1 }, { kind: 'custom', name: 'buys', user: 'ada' }] }],
    [
      {
        events: [
          { ...event, kind: 'debug', key: '__proto__' },
          { ...event, kind: 'debug', key: 'other' },
        ],
      },
    ],
  ])('is accepted but not counted if it is invalid: %j', async (body) => {
    const { report: send, server, told } = await serverTrial();
    expect(await send(body)).toMatchObject({ status: 200, body: '' });
    expect([server.tally.asked('checkout'), server.tally.users(), told()]).toEqual([undefined, [], 0]);
  });

  it('is counted as far as it is valid', async () => {
    const { report: send, server } = await serverTrial();
    const odd = { key: 'eve', attrs: { city: 'Rome', age: 30, tags: ['a'], none: null } };
    const debug = { kind: 'debug', key: 'checkout', ruleIndex: 'x', variationIndex: 0.5, userDetail: odd };
    await send([{ events: [1, debug, { ...debug, userDetail: 'ada' }] }]);
    expect(served(server.tally.asked('checkout'))).toEqual([{ rule: undefined, variation: undefined, times: 2 }]);
    const values = new Map([['checkout', { rule: undefined, variation: undefined }]]);
    expect(server.tally.users()).toEqual([{ key: 'eve', attributes: new Map([['city', 'Rome']]), last: time, values }]);
  });

  it('is not counted if its key is different', async () => {
    const { report: send, server } = await serverTrial({ sdkKey: 'server-9' });
    expect(await send(ofMost)).toMatchObject({ status: 200 });
    expect(server.tally.asked('checkout')).toBeUndefined();
    await send(ofMost, { Authorization: 'server-9' });
    expect(server.tally.asked('checkout')?.times).toBe(2);
  });
});

function served(asked: { readonly served: readonly Served[] } | undefined) {
  return asked?.served;
}
