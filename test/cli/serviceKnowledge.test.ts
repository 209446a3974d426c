/** Tests that `plan` and `apply` use what the service knows: types of toggles, segments, other toggles, and stored targeting. */
import { describe, expect, it } from 'vitest';
import type { Seed } from '../service/seed.js';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { canary, contentOf, deployTrial, textOf, variations } from './deployTrial.js';
import * as plain from '../support/targeting.js';
import { complains, prints } from '../support/commandLine.js';

const file = 'dev/checkout.targeting.json';
const plan = ['plan', '--env', 'dev', '--out', 'plan.json'];
const values = (...all: readonly string[]) => ({
  variations: all.map((value) => ({ name: value, value, description: '' })),
});
const inSegment = (key: string) => ({
  rules: [
    {
      ...{ name: 'r', serve: { select: 1 } },
      conditions: [{ type: 'segment', subject: 'user', predicate: 'is in', objects: [key] }],
    },
  ],
});

function seedOf(returnType: 'boolean' | 'number' | 'json' = 'boolean', ...fresh: readonly string[]): Partial<Seed> {
  const toggles = Object.fromEntries(['checkout', ...fresh].map((key) => [key, { variations, returnType }]));
  const targetings = { checkout: { disabled: false, content: contentOf() } };
  return {
    projects: { Shop: { toggles, segments: { testers: {} }, environments: { dev: { targetings }, online: {} } } },
  };
}

async function expectRefused(seed: Partial<Seed>, text: string, words: RegExp): Promise<void> {
  const trial = await deployTrial({ seed, files: { [file]: text } });
  await prints(trial.run(plan), 1, words);
  expect((await trial.run(['apply', 'plan.json', '--allow-warnings', '--allow-share', '100'])).code).toBe(1);
  expect(trial.sent()).toEqual([]);
}

describe('plan and apply refuse a toggle that would vanish:', () => {
  it.each(['one', '0x10'])('a number toggle with the value %j', (value) =>
    expectRefused(seedOf('number'), textOf(values('1', value)), /leaves this toggle out .* is not a decimal number/),
  );

  it.each(['[1]', 'tRuE'])('a JSON toggle with the value %j', (value) =>
    expectRefused(seedOf('json'), textOf(values('{}', value)), /leaves this toggle out .* is not a JSON object/),
  );

  it.each(['TESTERS'])('a segment that is spelled %j', (key) =>
    expectRefused(seedOf(), textOf(inSegment(key)), /leaves this toggle out .*The segment is called "testers"/),
  );

  it('a new enabled toggle without a default', async () => {
    const trial = await deployTrial({
      seed: seedOf('boolean', 'fresh'),
      files: { 'dev/fresh.targeting.json': '{ "disabled": false }' },
    });
    const { code, stdout } = await trial.run(plan);
    const vanishes =
      'Not pushed: The toggle vanishes: the service cannot build it because of content.defaultServe, and everyone gets the default in the code.';
    expect([code, stdout]).toEqual([1, expect.stringContaining(vanishes)]);
    expect((await trial.run(['apply', 'plan.json', '--allow-share', '100'])).code).toBe(1);
    expect(trial.sent()).toEqual([]);
  });
});

it('check queries the service only with --online', async () => {
  const trial = await deployTrial({ seed: seedOf('number'), files: { [file]: textOf(values('1', 'one')) } });
  expect((await trial.run(['check', 'dev'])).code).toBe(0);
  expect(trial.service.requests).toEqual([]);
  await prints(trial.run(['check', '--online', 'dev']), 1, /toggle-vanishes.* is not a decimal number/);
  expect(trial.sent()).toEqual([]);
});

it('check --online reports once why a service cannot be read, and exits with 2', async () => {
  const files = { [file]: textOf(), 'dev/other.targeting.json': textOf() };
  const trial = await deployTrial({ seed: seedOf('boolean', 'other'), files });
  const { code, stderr } = await trial.run(['check', '--online', 'dev'], { [tokenVariable(trial.service.url)]: '' });
  expect([code, stderr.match(/no access token/g)]).toEqual([2, ['no access token']]);
});

it('plan refuses a toggle key that the service spells differently', async () => {
  const trial = await deployTrial({
    seed: seedOf(),
    files: { 'dev/Checkout.targeting.json': textOf({}, { disabled: true }) },
  });
  await prints(trial.run(plan), 2, 'the service spells the toggle checkout, not Checkout. Use its spelling');
});

it('plan refuses the file with a misspelled key if two files describe the same toggle', async () => {
  const files = { [file]: textOf(), 'dev/Checkout.targeting.json': textOf() };
  const trial = await deployTrial({ seed: seedOf(), files });
  const { code, stdout } = await trial.run(plan);
  const spelling = 'the service spells the toggle checkout, not Checkout';
  expect([code, stdout]).toEqual([2, expect.stringContaining(spelling)]);
  expect((await trial.run(['check', 'dev'])).code).toBe(0);
});

it.each(['a;b', 'a%b'])('plan refuses the key %j, which FeatureProbe does not serve', async (key) => {
  const trial = await deployTrial({ seed: seedOf(), files: { [`dev/${key}.targeting.json`]: textOf() } });
  await complains(trial.run(plan), 2, `"${key}" is not a key that FeatureProbe serves: it has "%" or ";".`);
  expect(trial.service.requests).toEqual([]);
});

it('plan and apply refuse a segment that does not exist in the project', () =>
  expectRefused(
    seedOf(),
    textOf(inSegment('nobody')),
    /server refuses this: The project Shop has no segment "nobody"/,
  ));

const rulesOf = (...condition: Parameters<typeof plain.condition>) => ({
  rules: [{ name: 'r', serve: { select: 1 }, conditions: [plain.condition(...condition)] }],
});

it.each([
  ['a number', rulesOf('number', 'age', '>', 'ten'), '"ten" is not a number'],
  ['a date', rulesOf('datetime', 'now', 'after', '2022-06-27 16:08:10+08:00'), 'The service reads only dates'],
  ['a version', rulesOf('semver', 'app', '>', '1.2'), '"1.2" is not a version'],
  [
    'a prerequisite on itself',
    { prerequisites: [{ key: 'checkout', value: 'true', type: 'boolean' }] },
    'its own prerequisite',
  ],
])('plan and apply refuse %s that the service would reject', (_, content, words) =>
  expectRefused(seedOf(), textOf(content), new RegExp(words)),
);

it('plan warns about a prerequisite on a toggle that does not exist in the project', async () => {
  const prerequisites = [{ key: 'nowhere', value: 'true', type: 'boolean' }];
  const trial = await deployTrial({ seed: seedOf(), files: { [file]: textOf({ prerequisites }) } });
  const { code, stdout } = await trial.run(plan);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'The project Shop has no toggle "nowhere", or it is archived: the prerequisite is never met.',
  );
  expect(stdout).toContain('apply needs --allow-warnings');
});

it('plan considers the members of a segment when it counts affected users', async () => {
  const trial = await deployTrial({
    seed: {
      projects: {
        Shop: {
          toggles: { checkout: { variations } },
          segments: {
            testers: {
              rules: [
                {
                  name: 'r',
                  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Rome'] }],
                },
              ],
            },
          },
          environments: { dev: { targetings: { checkout: { disabled: false, content: contentOf() } } } },
        },
      },
    },
    environments: { dev: { api: 'featureprobe' } },
    files: {
      [file]: textOf(inSegment('testers')),
      'targeting.users.json': '{ "users": [{ "name": "ada", "attributes": { "city": "Rome" } }] }',
    },
  });
  expect((await trial.run(plan)).stdout).toMatch(/\bada: off → on/);
});

it('plan reports an unresponsive service once for all toggles of the project', async () => {
  const keys = ['a', 'b', 'c'];
  const files = Object.fromEntries(keys.map((key) => [`dev/${key}.targeting.json`, textOf()]));
  const trial = await deployTrial({ keys, files, answer: () => ({ kind: 'respond', status: 503, body: '' }) });
  await prints(
    trial.run(plan),
    2,
    /^3 toggles \(a, b, c\): Not read: 127\.0\.0\.1:\d+ failed with 503\.\nPlan for dev: /,
  );
});

it('check --online distinguishes projects with the same key at different services', async () => {
  const requiring = textOf({ prerequisites: [{ key: 'login', type: 'boolean', value: 'true' }] });
  const [first, second] = [await deployTrial({ files: { [file]: requiring } }), await deployTrial({ keys: ['login'] })];
  const other = { baseUrl: second.service.url, project: 'Shop', environments: { dev: { api: 'featureprobe' } } };
  first.folder.write('other/targeting.config.json', JSON.stringify(other));
  first.folder.write('other/checkout.targeting.json', requiring);
  const token = { [tokenVariable(second.service.url)]: canary };
  const { stdout } = await first.run(['check', '--online', '.'], token);
  expect(stdout.match(/^\S+(?=:\d+:\d+ warning)/gm)).toEqual([file]);
});
