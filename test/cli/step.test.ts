/** Tests `toggle-targeting step` against the embedded service: output, written files, and exit codes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeployTrial } from './deployTrial.js';
import { bobPatches, bobPushes, bobSubmits, contentOf, deployTrial, textOf, variations } from './deployTrial.js';
import { prints } from '../support/commandLine.js';
import { cityIs } from '../support/targeting.js';

const path = 'online/checkout.targeting.json';
const beta = { name: 'beta', conditions: [cityIs('Paris')] };
const ramp = (shares: readonly number[]) => ({ rules: [{ ...beta, serve: { split: shares } }] });
const both = (content: object) => ({
  files: { [path]: textOf(content) },
  seed: {
    projects: {
      Shop: {
        toggles: { checkout: { variations } },
        environments: { online: { targetings: { checkout: { disabled: false, content: contentOf(content) } } } },
      },
    },
  },
  environments: { online: { api: 'featureprobe' } },
});
const args = ['step', path, '--env', 'online', '--rule', 'beta', '--variation', 'on', '--to'];
const read = ({ folder }: DeployTrial) => readFileSync(folder.path(path), 'utf8');

async function expectRefusal(trial: DeployTrial, code: number, words: string, more: readonly string[] = args) {
  const before = read(trial);
  const { stdout, stderr, ...outcome } = await trial.run([...more, ...(more === args ? ['25'] : []), '--write']);
  expect([outcome.code, `${stdout}${stderr}`]).toEqual([code, expect.stringContaining(words)]);
  expect(read(trial)).toBe(before);
  expect(trial.sent()).toEqual([]);
}

describe('step', () => {
  it('shows the change and the affected users, and writes the file only with --write', async () => {
    const trial = await deployTrial(both(ramp([9_000, 1_000])));
    const shown = await trial.run([...args, '25']);
    expect(shown).toEqual({
      code: 0,
      stderr: '',
      stdout: `checkout → online of Shop on ${new URL(trial.service.url).host} (${path})
  1 · on: 10% becomes 25%.
  Rule "beta": the split 90% / 10% becomes 75% / 25%.
  15% of those who match "beta" change from off to on.
  For example: city = "Paris", key "user-22"
`,
    });
    const before = read(trial);
    expect(before).toBe(textOf(ramp([9_000, 1_000])));
    expect(await trial.run([...args, '25', '--write'])).toEqual(shown);
    expect(read(trial)).toBe(before.replace('9000', '7500').replace('1000', '2500'));
    expect(trial.sent()).toEqual([]);
  });

  it('is refused if the known part exceeds max-step, even if an expression hides the rest', async () => {
    const opaque = { ...beta.conditions[0], predicate: 'matches regex', objects: ['(?=a)a'] };
    const content = { rules: [{ ...beta, conditions: [opaque], serve: { split: [9_000, 1_000] } }] };
    const trial = await deployTrial({ ...both(content), config: { rules: { 'max-step': 25 } } });
    await expectRefusal(trial, 4, 'At least 40% of the users', [...args, '50']);
  });

  it('finds the file of a toggle by key, and accepts the default and indexes', async () => {
    const trial = await deployTrial(both({ defaultServe: { select: 0 } }));
    const begun = await trial.run([
      'step',
      'checkout',
      '--env',
      'online',
      '--variation',
      '1',
      '--to',
      '0.29',
      '--write',
    ]);
    expect(begun).toMatchObject({ code: 0, stdout: expect.stringContaining('1 · on: 0% becomes 0.29%.') as string });
    expect(JSON.parse(read(trial))).toMatchObject({ content: { defaultServe: { split: [9_971, 29] } } });
  });

  it('advances a ramp one stop at a time to its end, and then suggests a select', async () => {
    const trial = await deployTrial(both(ramp([9_000, 1_000])));
    const next = async () => {
      const { code, stdout } = await trial.run([...args, '5,50,100', '--write', '--format', 'json']);
      await bobPushes(trial, 'checkout', (JSON.parse(read(trial)) as { readonly content: object }).content);
      return { code, ...(JSON.parse(stdout) as { readonly sentences: readonly string[] }) };
    };
    expect(await next()).toMatchObject({
      ...{ code: 0, file: path, toggle: 'checkout', environment: 'online', outcome: 'step' },
      ...{ before: [9_000, 1_000], after: [5_000, 5_000], impact: { who: 'somebody', most: 4_000 } },
    });
    const last = await next();
    expect(last).toMatchObject({ code: 0, after: [0, 10_000] });
    expect(last.sentences).toContain('The ramp is complete: "select": 1 would serve the same.');
    expect(await next()).toEqual({
      ...{ code: 3, file: path, toggle: 'checkout', environment: 'online', outcome: 'same' },
      ...{ before: [0, 10_000], sentences: ['1 · on already has 100%.'] },
    });
  });

  it('names the dependent toggles that change as well', async () => {
    const banner = textOf({
      prerequisites: [{ key: 'checkout', type: 'string', value: 'true' }],
      defaultServe: { select: 1 },
    });
    const given = both(ramp([9_000, 1_000]));
    const trial = await deployTrial({ ...given, files: { ...given.files, 'online/banner.targeting.json': banner } });
    expect((await trial.run([...args, '25'])).stdout).toContain('banner');
  });

  it('is refused by a rule on dependent toggles, even if only the service has those toggles', async () => {
    const given = both(ramp([9_000, 1_000]));
    given.seed.projects.Shop.toggles = { ...given.seed.projects.Shop.toggles, ...{ banner: { variations } } };
    const trial = await deployTrial({ ...given, config: { rules: { dependents: 'refuse' } } });
    const requires = { prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }] };
    const content = contentOf({ ...requires, defaultServe: { select: 1 } });
    await bobPatches(trial, 'banner', { disabled: false, content });
    await prints(trial.run([...args, '25', '--write']), 4, 'Other toggles change, too: banner ("dependents").');
    expect(read(trial)).toBe(textOf(ramp([9_000, 1_000])));
  });

  it('continues if the live version cannot be read, and says so', async () => {
    const given = { ...both(ramp([9_000, 1_000])), environments: { online: {} } };
    const trial = await deployTrial(given);
    await prints(trial.run([...args, '25']), 0, '15% of those who match "beta" change from off to on.');
    expect((await trial.run([...args, '25'])).stdout).toContain('The live version cannot be read');
    expect(trial.service.requests).toEqual([]);
  });
});

describe('step exits with', () => {
  it('1 if the file has an error or invalid shares', async () => {
    const ofText = (text: string) => deployTrial({ ...both(ramp([9_000, 1_000])), files: { [path]: text } });
    await expectRefusal(await ofText('{'), 1, 'Not changed: the file is not a single JSON object.');
    await expectRefusal(
      await deployTrial(both(ramp([9_000, 900]))),
      1,
      'Not changed: the file has no shares there, or they do not add up to 100%.',
    );
    await expectRefusal(
      await deployTrial({
        ...both(ramp([9_000, 1_000])),
        environments: { online: {} },
        files: { [path]: textOf(ramp([9_000, 1_000]), { disabled: 'no' }) },
      }),
      1,
      'Not changed: 1 error in the file.',
    );
  });

  it('2 if the arguments are ambiguous or invalid, or the token is missing', async () => {
    const trial = await deployTrial(both(ramp([9_000, 1_000])));
    const given = (change: Readonly<Record<string, string>>) =>
      ['step', change['place'] ?? path].concat(
        Object.entries({ env: 'online', rule: 'beta', variation: 'on', to: '25', ...change }).flatMap(([name, value]) =>
          name === 'place' ? [] : [`--${name}`, value],
        ),
      );
    for (const [change, words] of [
      [{ rule: 'gamma' }, 'The file has 0 rules called "gamma".'],
      [{ rule: '7' }, 'The file has 0 rules called "7".'],
      [{ variation: 'of' }, 'The file has 0 variations called "of".'],
      [{ to: '101' }, '--to must be a number from 0 to 100, not 101.'],
      [{ to: '5,' }, '--to must be a number from 0 to 100, not .'],
      [{ env: 'prod' }, 'targeting.config.json has no environment "prod". It has: online.'],
      [{ place: 'checkin' }, 'There is no targeting file for "checkin" in online here, or more than one.'],
      [{ place: 'online/checkin.targeting.json' }, 'checkin'],
    ] as const)
      await expectRefusal(trial, 2, words, given(change));
    for (const less of [['step'], ['step', path, '--env', 'online', '--to', '5']])
      await expectRefusal(trial, 2, 'Specify a file or toggle, and the step', less);
    await expectRefusal(trial, 2, 'Specify an environment', ['step', path, '--variation', 'on', '--to', '5']);
    const [token = ''] = Object.keys(trial.environment).filter((name) => name.startsWith('TOGGLE_TARGETING_TOKEN'));
    expect(await trial.run([...args, '25'], { [token]: '' })).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringContaining(token) as string },
    });
    const three = { variations: [...variations, { name: 'more', value: 'more', description: '' }] };
    await expectRefusal(
      await deployTrial(both({ ...three, ...ramp([0, 10_000, 0]) })),
      2,
      'Everyone gets 1 · on there. Name the variation to raise instead.',
    );
  });

  it('3 if the variation already has that share', async () => {
    const trial = await deployTrial(both(ramp([7_500, 2_500])));
    await expectRefusal(trial, 3, '1 · on already has 25%.');
    await expectRefusal(trial, 3, '1 · on already has 25%.', [...args, '5,10,25']);
  });

  it('4 if someone else has changed the split', async () => {
    const trial = await deployTrial(both(ramp([9_000, 1_000])));
    await bobPushes(trial, 'checkout', contentOf(ramp([9_900, 100])));
    const words =
      /Not changed: the file differs from the live version\. A push would change:\n {2}Rule "beta": the split 99% \/ 1% becomes 90% \/ 10%\.\n {2}Live: version 2 · bob · 2/;
    const sent = trial.sent().length;
    expect(await trial.run([...args, '25', '--write'])).toMatchObject({
      ...{ code: 4, stderr: '', stdout: expect.stringMatching(words) as string },
    });
    expect([read(trial), trial.sent()]).toEqual([
      textOf(ramp([9_000, 1_000])),
      expect.objectContaining({ length: sent }),
    ]);
  });

  it('4 if the previous step has not been applied yet', async () => {
    const trial = await deployTrial(both(ramp([9_000, 1_000])));
    await trial.run([...args, '25', '--write']);
    await expectRefusal(trial, 4, 'the split 90% / 10% becomes 75% / 25%.', [...args, '50']);
  });

  it('4 if a change is waiting for approval', async () => {
    const given = both(ramp([9_000, 1_000]));
    const { targetings } = given.seed.projects.Shop.environments.online;
    const online = { targetings, enableApproval: true, reviewers: ['rob'] };
    const trial = await deployTrial({
      ...given,
      seed: { projects: { Shop: { ...given.seed.projects.Shop, environments: { online } } } },
    });
    await bobSubmits(trial, 'checkout');
    await prints(
      trial.run([...args, '25', '--write']),
      4,
      'Not changed: a change by bob has been waiting for approval',
    );
    expect(read(trial)).toBe(textOf(ramp([9_000, 1_000])));
  });

  it('4 if a test of the file fails after the step', async () => {
    const given = both(ramp([9_000, 1_000]));
    const user = { key: 'u', attributes: { city: 'Paris' } };
    const tests = { cases: [{ user, bucket: 7_800, expect: { variation: 'off' } }] };
    const files = { ...given.files, 'online/checkout.targeting.test.json': JSON.stringify(tests) };
    const trial = await deployTrial({ ...given, files });
    await expectRefusal(
      trial,
      4,
      'Not changed: a test fails after this step.\n  checkout.targeting.test.json, line 1: ',
    );
    expect((await trial.run([...args, '20'])).code).toBe(0);
    trial.folder.write('online/checkout.targeting.test.json', '{');
    await expectRefusal(trial, 4, 'Not changed: its tests cannot run.\n  checkout.targeting.test.json, line 1: ');
  });
});
