/** Tests the permissions that `toggle-targeting apply` needs, and how it ends after a partial push. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../service/faults.js';
import { deployTrial, textOf, variations } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const file = 'online/checkout.targeting.json';
const plan = ['plan', '--env', 'online', '--out', 'plan.json'];
const apply = ['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100'];
const api = 'featureprobe';

describe('apply sends nothing', () => {
  it.each([
    ['another environment is named for --blind', {}, ['--blind', 'dev'], 'push anyway with --blind online.'],
    [
      'the beginning of a name is given',
      { protected: true },
      ['--yes-to', 'on', '--blind', 'online'],
      '--yes-to online.',
    ],
    ['it is protected, and nobody can read it', { protected: true }, ['--blind', 'online'], '--yes-to online.'],
  ])('if %s', async (_what, online, args, words) => {
    const trial = await deployTrial({ files: { [file]: on }, environments: { online } });
    await trial.run(plan);
    await prints(trial.run(['apply', 'plan.json', ...args]), 4, words);
    expect(trial.service.requests).toEqual([]);
  });

  it('if an approval request cannot carry the change', async () => {
    const trial = await deployTrial({
      approval: ['online'],
      files: { [file]: textOf({}, { trackAccessEvents: true }) },
    });
    await trial.run(plan);
    await prints(trial.run([...apply, '--submit']), 4, 'which cannot be submitted for approval');
    expect(trial.sent()).toEqual([]);
  });

  it('if the plan skipped a file because two files describe the same toggle', async () => {
    const config = JSON.stringify({
      ...{ project: 'Shop', files: '{environment}/{toggle}.targeting.json', environments: { online: { api } } },
    });
    const files = { [file]: on, 'online/search.targeting.json': on, 'copy/online/checkout.targeting.json': on };
    const trial = await deployTrial({ keys: ['checkout', 'search'], files });
    trial.folder.write('copy/targeting.config.json', config.replace('{', `{ "baseUrl": "${trial.service.url}",`));
    const planned = await trial.run(plan);
    const words = `${file} goes to the same toggle.`;
    expect([planned.code, planned.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(planned.stdout).toContain('1 to push');
    await complains(trial.run(apply), 2, 'goes to the same toggle.');
    expect(trial.sent()).toEqual([]);
  });

  it.each([
    ['where the plan leads', '"environmentKey": "online"', '"environmentKey": "dev"', 'the file or its config has'],
    ['what is protected', '"protected": true', '"protected": false', 'its protection has'],
  ])('if the plan was edited: %s', async (_, text, edited, words) => {
    const trial = await deployTrial({ files: { [file]: on } });
    await trial.run(plan);
    const made = readFileSync(trial.folder.path('plan.json'), 'utf8');
    trial.folder.write('plan.json', made.replace(text, edited));
    await prints(trial.run(apply), 4, `${words} changed since. Plan again.\nNothing was sent.\n`);
    expect(trial.sent()).toEqual([]);
  });

  it('if the plan lists the toggle as up to date', async () => {
    const trial = await deployTrial({ files: { [file]: on }, environments: { online: {} } });
    await trial.run(plan);
    const made = readFileSync(trial.folder.path('plan.json'), 'utf8');
    trial.folder.write('plan.json', made.replace('"action": "push"', '"action": "same"'));
    await prints(trial.run(['apply', 'plan.json', '--blind', 'online']), 4, 'it was up to date when it was planned');
    expect(trial.sent()).toEqual([]);
  });

  it('if required tests no longer pass, and reports that before missing permissions', async () => {
    const keys = ['checkout', 'search'];
    const trial = await deployTrial({
      keys,
      environments: { online: { api, requires: ['tests'], protected: true } },
      files: Object.fromEntries(keys.map((key) => [`online/${key}.targeting.json`, on])),
    });
    expect((await trial.run(plan)).code).toBe(0);
    trial.folder.write(
      'online/search.targeting.test.json',
      '{ "cases": [{ "user": { "key": "a" }, "expect": { "variation": "off" } }] }',
    );
    await prints(
      trial.run(['apply', 'plan.json']),
      1,
      /^checkout → online .*--yes-to online\.\nsearch → online .*the tests pass, and 1 fails\.[^]*\nNothing was sent\.\n$/m,
    );
    expect(trial.sent()).toEqual([]);
  });
});

describe('apply after a partial failure', () => {
  const keys = ['a', 'b', 'c'];
  const files = Object.fromEntries(keys.map((key) => [`online/${key}.targeting.json`, on]));
  const refusedBy = async (fault: Fault | undefined, isWanted: (method: string, path: string) => boolean) => {
    let isPlanned = false;
    const trial = await deployTrial({
      ...{ keys, files },
      answer: ({ method, path }) => (isPlanned && isWanted(method, path) ? fault : undefined),
    });
    await trial.run(plan);
    isPlanned = true;
    return { trial, applied: await trial.run(apply) };
  };

  it.each([400, 401, 403, 404])('exits with 2 if a push is refused with %d', async (status) => {
    const { trial, applied } = await refusedBy(
      { kind: 'respond', status, body: '' },
      (method, path) => method === 'PATCH' && path.includes('/b/'),
    );
    expect([applied.code, applied.stderr]).toEqual([2, '']);
    expect(applied.stdout).toMatch(/Pushed a to online\.[^]*\nSending b [^\n]*\n[^]*\nNot sent: c → online of Shop/);
    expect(keys.map((key) => trial.serves('online', key))).toEqual([{ select: 1 }, { select: 0 }, { select: 0 }]);
  });

  it('exits with 2 if reading the live version fails before a push, and does not send that push', async () => {
    let readings = 0;
    const { trial, applied } = await refusedBy(
      { kind: 'respond', status: 503, body: '' },
      (method, path) => method === 'GET' && path.endsWith('/b/targeting') && ++readings > 1,
    );
    expect(applied.code).toBe(2);
    expect(applied.stdout).toContain('Not sent: c → online');
    expect(trial.sent()).toHaveLength(1);
  });

  it('exits with 2 and sends nothing if the service can no longer be read', async () => {
    const { trial, applied } = await refusedBy(
      { kind: 'respond', status: 503, body: '' },
      (method) => method === 'GET',
    );
    expect([applied.code, applied.stdout]).toEqual([2, expect.stringMatching(/\nNothing was sent\.\n$/)]);
    expect(trial.sent()).toEqual([]);
  });

  it('pushes toggles one after another if they require each other', async () => {
    const requiring = (key: string) =>
      textOf({ defaultServe: { select: 1 }, prerequisites: [{ key, value: 'true', type: 'boolean' }] });
    const trial = await deployTrial({
      keys: ['a', 'b'],
      environments: { online: {} },
      files: { 'online/a.targeting.json': requiring('b'), 'online/b.targeting.json': requiring('a') },
    });
    await trial.run(plan);
    await prints(
      trial.run(['apply', 'plan.json', '--blind', 'online', '--allow-warnings']),
      2,
      /^Sending b [^\n]*\nPushed b to online\.[^]*\nSending a [^\n]*\n/,
    );
  });
});

describe('a push by apply', () => {
  it.each([
    ['of the plan', ['--comment', 'Planned'], [], 'Planned'],
    ['of apply rather than of the plan', ['--comment', 'Planned'], ['--comment', 'Applied'], 'Applied'],
  ])('has the comment %s, not the comment in the file', async (_what, planning, applying, comment) => {
    const trial = await deployTrial({ files: { [file]: on } });
    await trial.run([...plan, ...planning]);
    await trial.run([...apply, ...applying]);
    expect(trial.service.targeting('Shop', 'online', 'checkout').comment).toBe(comment);
  });

  it('has the subject of the last commit that changed the file as its default comment', async () => {
    const trial = await deployTrial({ files: { [file]: on.replace('"comment": "From CI",', '') } });
    trial.folder.write('README.md', '');
    trial.git('add', '-A');
    trial.git('commit', '-qm', 'Something else');
    await trial.run(plan);
    await trial.run(apply);
    expect(trial.service.targeting('Shop', 'online', 'checkout').comment).toBe('As it was');
  });
});

describe('an access token', () => {
  it('for a host is not used for a service at a path of that host', async () => {
    const trial = await deployTrial({ files: { [file]: on } });
    const config = JSON.parse(readFileSync(trial.folder.path('targeting.config.json'), 'utf8')) as object;
    const baseUrl = `${trial.service.url}/team`;
    trial.folder.write('targeting.config.json', JSON.stringify({ ...config, baseUrl }));
    for (const args of [plan, ['drift'], ['pull', '--all', '--env', 'online']]) {
      const { code, stdout, stderr } = await trial.run(args);
      expect([code, stdout + stderr]).toEqual([2, expect.stringMatching(/environment variable \w+____team\./)]);
    }
    expect(trial.service.requests).toEqual([]);
  });

  it('is not printed if it is invalid', async () => {
    const trial = await deployTrial({ files: { [file]: on } });
    const [name = ''] = Object.keys(trial.environment).filter((each) => each.startsWith('TOGGLE_TARGETING_TOKEN_'));
    const { code, stdout, stderr } = await trial.run(plan, { [name]: 'sesame open' });
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining(`${name}: An access token cannot contain character 7.`),
    ]);
    expect(`${stdout}${stderr}${readFileSync(trial.folder.path('plan.json'), 'utf8')}`).not.toContain('sesame');
    expect((await trial.run(plan, { [name]: ' \n' })).stdout).toContain(`the environment variable ${name} is empty`);
  });
});

it('a plan lists fields that it leaves to the service, and marks an archived toggle', async () => {
  const trial = await deployTrial({
    files: { [file]: on.replace('"disabled": false,', '') },
    seed: {
      projects: {
        Shop: {
          toggles: { checkout: { variations, archived: true } },
          environments: { online: { targetings: { checkout: { disabled: false } } } },
        },
      },
    },
  });
  const { stdout } = await trial.run(plan);
  expect(stdout).toContain("Fields not in the file keep the service's values: disabled.");
  expect(stdout).toMatch(/archived/);
});
