/** What is checked before a change is published, and what is let through. */
import { describe, expect, test } from 'vitest';
import { condition, dev, patch, startTrial } from './trial.js';

const taken = { status: 200 };
const refused = { status: 400, body: { code: 'invalid_request' } };
const at = (toggle: string): string => `/api/projects/P/environments/dev/toggles/${toggle}/targeting`;

describe('the objects of a condition', () => {
  test.for(['1000', '-1.5', '.5', '5.', '1e3', ' 7 ', '1d', '2.5F', 'NaN', '-Infinity', '0x1.8p1'])(
    'of type number may be "%s", as a Java double',
    async (object) => {
      const service = await startTrial();
      expect(await patch(service, dev, condition('number', object))).toMatchObject(taken);
    },
  );

  test.for(['', 'ten', '1,5', '1_000', '0x10', '1e', '.', 'infinity', '1 000'])(
    'of type number may not be "%s"',
    async (object) => {
      const service = await startTrial();
      expect(await patch(service, dev, condition('number', '1', object))).toMatchObject(refused);
    },
  );

  test.for(['2022-06-27T16:08:10+08:00', '2022-06-27T16:08:10+00:19', '2022-19-39T29:69:69+29:00'])(
    'of type datetime may be "%s"',
    async (object) => {
      const service = await startTrial();
      expect(await patch(service, dev, condition('datetime', object))).toMatchObject(taken);
    },
  );

  test.for([
    '2022-06-27T16:08:10Z',
    '2022-06-27T16:08:10-05:00',
    '2022-06-27T16:08:10+05:30',
    '2022-06-27T16:08:10.5+08:00',
    '2022-06-27T16:08:10+08:00\n',
    '2022-06-27',
  ])('of type datetime may not be "%s"', async (object) => {
    const service = await startTrial();
    expect(await patch(service, dev, condition('datetime', object))).toMatchObject(refused);
  });

  test.for(['1.2.3', '0.0.0', '1.0.0-alpha.1+build.5', '1.0.0--', '99.99.99'])(
    'of type semver may be "%s"',
    async (object) => {
      const service = await startTrial();
      expect(await patch(service, dev, condition('semver', object))).toMatchObject(taken);
    },
  );

  test.for(['1.2', 'v1.2.3', '01.2.3', '1.2.3-01', '1.2.3+', ''])('of type semver may not be "%s"', async (object) => {
    const service = await startTrial();
    expect(await patch(service, dev, condition('semver', object))).toMatchObject(refused);
  });

  test('of type segment must be segments of the project', async () => {
    const service = await startTrial();
    expect(await patch(service, dev, condition('segment', 'testers'))).toMatchObject(taken);
    expect(await patch(service, dev, condition('segment', 'testers', 'nobody'))).toEqual({
      status: 400,
      body: { code: 'not_found', message: 'Segment nobody not found' },
    });
  });

  test('of any other type may be anything', async () => {
    const service = await startTrial();
    expect(await patch(service, dev, condition('string', 'ten'))).toMatchObject(taken);
    expect(await patch(service, dev, condition('colour', 'ten'))).toMatchObject(taken);
  });
});

test('A select without a variation and a split that adds up to nothing are published', async () => {
  const service = await startTrial();
  const content = { defaultServe: { select: 9 }, disabledServe: { split: [1] } };
  expect(await patch(service, dev, { content })).toMatchObject({ status: 200, body: { content } });
});

test('The merged content may have 1 MiB as JSON and not one byte more', async () => {
  const service = await startTrial();
  await patch(service, dev, { content: { rules: [{ name: 'é'.repeat(400_000), conditions: [] }] } });
  const bytes = Buffer.byteLength(JSON.stringify(service.targeting('P', 'dev', 'T').content));
  const filling = (more: number): object => ({
    content: { disabledServe: { select: 0 }, variations: [{ description: 'x'.repeat(1_048_576 - bytes + more) }] },
  });
  const replaced =
    JSON.stringify(service.targeting('P', 'dev', 'T').content.variations).length - '[{"description":""}]'.length;
  expect(await patch(service, dev, filling(replaced + 1))).toEqual({
    status: 400,
    body: { code: 'invalid_request', message: 'Rule content length exceeded (<1M).' },
  });
  expect(await patch(service, dev, filling(replaced))).toMatchObject(taken);
});

describe('prerequisites', () => {
  const needs = (...keys: readonly string[]): object => ({
    content: { prerequisites: keys.map((key) => ({ key, value: 'true', type: 'boolean' })) },
  });

  test('may name other toggles', async () => {
    const service = await startTrial();
    expect(await patch(service, at('T'), needs('U'))).toMatchObject(taken);
  });

  test('may not lead back to the toggle itself', async () => {
    const service = await startTrial();
    expect(await patch(service, at('T'), needs('T'))).toMatchObject(refused);
    await patch(service, at('U'), needs('T'));
    expect(await patch(service, at('T'), needs('U'))).toMatchObject(refused);
  });

  test('may form a chain of twenty toggles and no longer one', async () => {
    const keys = Array.from({ length: 21 }, (_, index) => `c${index}`);
    const toggles = Object.fromEntries(keys.map((key) => [key, { variations: [] }]));
    const service = await startTrial({
      seed: {
        tokens: [{ token: 'api-full', account: 'anna' }],
        projects: { P: { toggles, environments: { dev: {} } } },
      },
    });
    const link = (index: number) => patch(service, at(`c${index + 1}`), needs(`c${index}`));
    for (let index = 0; index < 19; index += 1) expect(await link(index)).toMatchObject(taken);
    expect(await link(19)).toMatchObject(refused);
  });
});
