/** Tests `toggle-targeting drift` and `pull` in a shell, with real Git, against a service over HTTPS. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bobPushes, contentOf, deployTrial, textOf } from './deployTrial.js';

const files = {
  'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }),
  'online/checkout.targeting.json': textOf(),
};

describe('drift', () => {
  it('says of each file and environment how it stands to what is live, and never writes', async () => {
    const trial = await deployTrial({ files });
    const { code, stdout, stderr } = await trial.run(['drift']);
    const host = new URL(trial.service.url).host;
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout.split('\n')).toEqual([
      `checkout → dev of Shop on ${host}: differs from version 1`,
      '  By default it serves "on" instead of "off".',
      `checkout → online of Shop on ${host}: same · version 1`,
      '',
    ]);
    expect((await trial.run(['drift', '--env', 'online'])).code).toBe(0);
    expect(trial.sent()).toEqual([]);
    expect(trial.git('status', '--porcelain')).toBe('');
  });

  it('says what waits for approval', async () => {
    const trial = await deployTrial({ files, approval: ['online'] });
    trial.folder.write('online/checkout.targeting.json', textOf({ defaultServe: { select: 1 } }));
    await trial.run(['plan', '--env', 'online', '--out', 'plan.json']);
    await trial.run(['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100', '--submit']);
    const { code, stdout } = await trial.run(['drift', 'online']);
    expect([code, stdout]).toEqual([3, expect.stringMatching(/A change by ci has been waiting for approval since/)]);
  });

  it('cannot be told without a token, of a service that cannot be read, and of a file without a config', async () => {
    const trial = await deployTrial({ files, environments: { dev: {}, online: { api: 'featureprobe' } } });
    trial.folder.write('elsewhere.targeting.json', textOf());
    const [name = ''] = Object.keys(trial.environment).filter((each) => each.startsWith('TOGGLE_TARGETING_TOKEN__'));
    const { code, stdout, stderr } = await trial.run(['drift'], { [name]: '' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/dev of Shop .*: not known\n {2}what is live there cannot be read\./);
    expect(stdout).toMatch(/online of Shop .*: not known\n {2}there is no access token for it/);
    expect(stderr).toMatch(/^elsewhere\.targeting\.json: The path elsewhere\.targeting\.json does not match/);
  });

  it('has formats for programs and for people', async () => {
    const trial = await deployTrial({ files });
    expect(JSON.parse((await trial.run(['drift', '--format', 'json'])).stdout)).toMatchObject({
      toggles: [
        { environment: 'dev', kind: 'differs', version: 1 },
        { environment: 'online', kind: 'same' },
      ],
    });
    expect((await trial.run(['drift', '--format', 'markdown'])).stdout).toMatch(
      /^### Files that do not say what is live\n\n\*\*checkout → dev .*\n\n- By default it serves "on" instead of "off"\\\.\n/,
    );
    expect((await trial.run(['drift', 'online', '--format', 'markdown'])).stdout).toBe(
      '### All files say what is live.\n\n',
    );
  });
});

describe('pull', () => {
  it('brings what is live into a file with the smallest edit, and makes files that are not there', async () => {
    const trial = await deployTrial({ keys: ['checkout', 'search'], files });
    await bobPushes(trial, 'checkout', contentOf({ defaultServe: { select: 1 } }));
    const { code, stdout } = await trial.run(['pull', '--all', '--env', 'online']);
    expect(code).toBe(0);
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'checkout: online/checkout.targeting.json says now what version 2 does.',
      'search: online/search.targeting.json is new, from version 1.',
    ]);
    const text = readFileSync(trial.folder.path('online/checkout.targeting.json'), 'utf8');
    expect(text).toBe(textOf({ defaultServe: { select: 1 } }));
    expect((await trial.run(['drift', 'online'])).code).toBe(0);
    expect(trial.sent()).toHaveLength(1);
  });

  it('leaves a file alone that nobody has committed as it is', async () => {
    const trial = await deployTrial({ files });
    const typed = textOf({ defaultServe: { select: 1 } });
    trial.folder.write('online/checkout.targeting.json', typed);
    const { code, stdout } = await trial.run(['pull', '--toggle', 'checkout', '--env', 'online']);
    expect([code, stdout]).toEqual([
      4,
      'checkout: online/checkout.targeting.json has changes that are not committed, so it stays as it is.\n',
    ]);
    expect(readFileSync(trial.folder.path('online/checkout.targeting.json'), 'utf8')).toBe(typed);
  });

  it('says of a toggle that is not there that it is not, and pulls the others', async () => {
    const trial = await deployTrial({ files: {} });
    const { code, stdout } = await trial.run(['pull', '--toggle', 'none', '--toggle', 'checkout', '--env', 'dev']);
    expect(code).toBe(2);
    expect(stdout).toContain('checkout: dev/checkout.targeting.json is new, from version 1.');
    expect(stdout).toMatch(/^none: /m);
    expect(existsSync(trial.folder.path('dev/none.targeting.json'))).toBe(false);
  });

  it.each([
    [['pull', '--env', 'dev'], 'Say which toggles: toggle-targeting pull --toggle KEY --env NAME'],
    [['pull', '--all'], 'Say which environment: toggle-targeting pull --env NAME'],
    [['plan'], 'Say which environment: toggle-targeting plan --env NAME'],
    [['apply'], 'Say which plan: toggle-targeting apply plan.json'],
    [['apply', 'none.json'], '"none.json" cannot be read (ENOENT).'],
    [['apply', 'targeting.config.json'], '"targeting.config.json" is no plan of this version of toggle-targeting.'],
    [['apply', 'plan.json', '--allow-share', '101'], '--allow-share must be a number from 0 to 100, not 101.'],
    [['plan', '--env', 'dev', '--timeout', '0'], '--timeout must be a number of seconds from 1 to 600, not 0.'],
    [['drift', '--format', 'github'], '--format must be one of text, json, markdown, not github.'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await (await deployTrial()).run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
