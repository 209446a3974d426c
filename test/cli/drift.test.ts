/** Tests `toggle-targeting drift` and `pull` with real Git against a service. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bobPushes, contentOf, deployTrial, textOf } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const files = {
  'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }),
  'online/checkout.targeting.json': textOf(),
};

describe('drift', () => {
  it('reports how each file compares with the live version, and writes nothing', async () => {
    const trial = await deployTrial({ files });
    const { code, stdout, stderr } = await trial.run(['drift']);
    const host = new URL(trial.service.url).host;
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout.split('\n')).toEqual([
      `checkout → dev of Shop on ${host}: differs from version 1 (dev/checkout.targeting.json)`,
      '  The default now serves "on" (before: "off").',
      `checkout → online of Shop on ${host}: same · version 1 (online/checkout.targeting.json)`,
      '',
    ]);
    expect((await trial.run(['drift', '--env', 'online'])).code).toBe(0);
    expect(trial.sent()).toEqual([]);
    expect(trial.git('status', '--porcelain')).toBe('');
  });

  it('shows a change waiting for approval', async () => {
    const trial = await deployTrial({ files, approval: ['online'] });
    trial.folder.write('online/checkout.targeting.json', textOf({ defaultServe: { select: 1 } }));
    await trial.run(['plan', '--env', 'online', '--out', 'plan.json']);
    await trial.run(['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100', '--submit']);
    await prints(trial.run(['drift', 'online']), 3, /A change by ci has been waiting for approval since/);
  });

  it('is unknown without a token, and for a file without a config', async () => {
    const trial = await deployTrial({ files });
    trial.folder.write('elsewhere.targeting.json', textOf());
    const [name = ''] = Object.keys(trial.environment).filter((each) => each.startsWith('TOGGLE_TARGETING_TOKEN_'));
    const { code, stdout, stderr } = await trial.run(['drift'], { [name]: '' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/online of Shop .*: unknown \(online.*\)\n {2}Not read: no access token/);
    expect(stderr).toMatch(/^elsewhere\.targeting\.json: The path elsewhere\.targeting\.json does not match/);
  });

  it('names each skipped unreadable environment once, unless only that environment is requested', async () => {
    const keys = ['checkout', 'search'];
    const environments = { dev: {}, online: { api: 'featureprobe' } };
    const search = { 'dev/search.targeting.json': textOf(), 'online/search.targeting.json': textOf() };
    const trial = await deployTrial({ keys, environments, files: { ...files, ...search } });
    const host = new URL(trial.service.url).host;
    expect(await trial.run(['drift'])).toEqual({
      code: 0,
      stdout: keys
        .map((key) => `${key} → online of Shop on ${host}: same · version 1 (online/${key}.targeting.json)\n`)
        .join(''),
      stderr: `Skipped, since the live version cannot be read: dev of Shop on ${host}\n`,
    });
    expect((await trial.run(['drift', '--format', 'markdown'])).stdout).toMatch(/\n- Skipped, since .*: dev of Shop/);
    for (const args of [['--env', 'dev'], ['dev']]) {
      const unread = /^checkout → dev .*: unknown \(dev.*\)\n {2}Not read: the live version cannot be read\.\nsearch/;
      const { stdout, ...ended } = await trial.run(['drift', ...args]);
      expect([ended, stdout]).toEqual([{ code: 2, stderr: '' }, expect.stringMatching(unread)]);
    }
  });

  it('prints JSON and Markdown', async () => {
    const trial = await deployTrial({ files });
    expect(JSON.parse((await trial.run(['drift', '--format', 'json'])).stdout)).toMatchObject({
      toggles: [
        { environment: 'dev', kind: 'differs', version: 1 },
        { environment: 'online', kind: 'same' },
      ],
    });
    expect((await trial.run(['drift', '--format', 'markdown'])).stdout).toMatch(
      /^### Files that differ from the live version\n\n\*\*checkout → dev .*\n\n- The default now serves "on" \\\(before\\: "off"\\\)\\\.\n/,
    );
    await prints(
      trial.run(['drift', 'online', '--format', 'markdown']),
      0,
      /^### All files match the live version\.\n\n$/,
    );
  });
});

describe('pull', () => {
  const path = 'online/checkout.targeting.json';
  const typed = textOf({ defaultServe: { select: 1 } });

  it('writes the live version into a file with minimal edits, and creates missing files', async () => {
    const trial = await deployTrial({ keys: ['checkout', 'search'], files });
    await bobPushes(trial, 'checkout', contentOf({ defaultServe: { select: 1 } }));
    const { code, stdout } = await trial.run(['pull', '--all', '--env', 'online']);
    expect(code).toBe(0);
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'checkout: online/checkout.targeting.json now matches version 2.',
      'search: online/search.targeting.json is new, from version 1.',
    ]);
    const text = readFileSync(trial.folder.path('online/checkout.targeting.json'), 'utf8');
    expect(text).toBe(textOf({ defaultServe: { select: 1 } }));
    expect((await trial.run(['drift', 'online'])).code).toBe(0);
    expect(trial.sent()).toHaveLength(1);
  });

  it('leaves a file unchanged if the file differs from the last commit', async () => {
    const trial = await deployTrial({ files });
    trial.folder.write(path, typed);
    expect(await trial.run(['pull', '--toggle', 'checkout', '--env', 'online'])).toMatchObject({
      code: 4,
      stdout: `checkout: ${path} differs from the last commit, so it was left unchanged.\n`,
    });
    expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(typed);
  });

  it.each([
    [
      'is no longer in the commit',
      [
        ['rm', '-q', '--cached', path],
        ['commit', '-qm', 'x'],
        ['config', 'status.showUntrackedFiles', 'no'],
      ],
    ],
    ['is assumed to be unchanged', [['update-index', '--assume-unchanged', path]]],
    ['is not in the sparse checkout', [['update-index', '--skip-worktree', path]]],
  ])('leaves a file unchanged that %s, although git status shows no change', async (_what, commands) => {
    const trial = await deployTrial({ files });
    for (const command of commands) trial.git(...command);
    trial.folder.write(path, typed);
    expect(trial.git('status', '--porcelain', '--', path)).toBe('');
    expect(await trial.run(['pull', '--toggle', 'checkout', '--env', 'online'])).toMatchObject({
      code: 4,
      stdout: `checkout: ${path} differs from the last commit, so it was left unchanged.\n`,
    });
    expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(typed);
  });

  it.each([
    ['what a commit makes of the line ends', 'true'],
    ['the line ends as they are', 'false'],
  ])('replaces a file if the last commit has %s', async (_what, autocrlf) => {
    const trial = await deployTrial({ files });
    trial.folder.write(path, typed.replaceAll('\n', '\r\n'));
    trial.git('-c', `core.autocrlf=${autocrlf}`, 'commit', '-qam', 'x');
    trial.git('config', 'core.autocrlf', 'true');
    expect(await trial.run(['pull', '--toggle', 'checkout', '--env', 'online'])).toMatchObject({
      code: 0,
      stdout: `checkout: ${path} now matches version 1.\n`,
    });
  });

  it('leaves files unchanged outside of a repository, and says so', async () => {
    const trial = await deployTrial({ files });
    trial.folder.write(path, typed);
    rmSync(trial.folder.path('.git'), { recursive: true });
    expect(await trial.run(['pull', '--toggle', 'checkout', '--env', 'online'])).toMatchObject({
      code: 4,
      stdout: `checkout: ${path} was left unchanged. This is not a Git repository.\n`,
    });
    expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(typed);
  });

  it('reports a missing toggle, and pulls the other toggles', async () => {
    const trial = await deployTrial({ files: {} });
    const { code, stdout } = await trial.run(['pull', '--toggle', 'none', '--toggle', 'checkout', '--env', 'dev']);
    expect(code).toBe(2);
    expect(stdout).toContain('checkout: dev/checkout.targeting.json is new, from version 1.');
    expect(stdout).toMatch(/^none: /m);
    expect(existsSync(trial.folder.path('dev/none.targeting.json'))).toBe(false);
  });

  it('creates no file for a misspelled key, even if the service accepts the key', async () => {
    const trial = await deployTrial({ keys: ['checkout', 'search'], files });
    const { code, stdout } = await trial.run(['pull', '--toggle', 'Séarch', '--toggle', 'Search', '--env', 'dev']);
    expect([code, stdout.split('\n')]).toEqual([
      2,
      [
        expect.stringMatching(
          /^Séarch: Not read: the service spells the toggle search, not Séarch \(U\+00E9\)\. Use its/,
        ),
        expect.stringMatching(/^Search: Not read: the service spells the toggle search, not Search\. Use its/),
        '',
      ],
    ]);
    expect(trial.git('status', '--porcelain')).toBe('');
    trial.folder.write('dev/SEARCH.targeting.json', textOf());
    trial.git('add', '-A');
    trial.git('commit', '-qm', 'x');
    await prints(
      trial.run(['pull', '--toggle', 'SEARCH', '--toggle', 'SEARCH', '--env', 'dev']),
      2,
      'SEARCH: Not read: the service spells the toggle search, not SEARCH.',
    );
  });

  it.each([
    [['pull', '--env', 'dev'], 'Specify toggles: toggle-targeting pull --toggle KEY --env NAME'],
    [['pull', '--all'], 'Specify an environment: toggle-targeting pull --env NAME'],
    [['plan'], 'Specify an environment: toggle-targeting plan --env NAME'],
    [['apply'], 'Specify a plan: toggle-targeting apply plan.json'],
    [['apply', 'none.json'], '"none.json" cannot be read (ENOENT).'],
    [['apply', 'targeting.config.json'], '"targeting.config.json" is not a plan of this version of toggle-targeting.'],
    [['apply', 'plan.json', '--allow-share', '101'], '--allow-share must be a number from 0 to 100, not 101.'],
    [['plan', '--env', 'dev', '--timeout', '0'], '--timeout must be a number of seconds from 1 to 600, not 0.'],
    [['plan', '--env', 'dev', '--timeout', '601'], '--timeout must be a number of seconds from 1 to 600, not 601.'],
    [['apply', 'plan.json', '--allow-share', '1e1'], '--allow-share must be a number from 0 to 100, not 1e1.'],
    [['apply', 'plan.json', 'another.json'], 'Specify a plan: toggle-targeting apply plan.json'],
    [['pull', '--env', 'dev', '--all', '--toggle', 'a'], 'Specify toggles: toggle-targeting pull --toggle KEY'],
    [['pull', 'dev', '--env', 'dev', '--all'], 'Specify toggles: toggle-targeting pull --toggle KEY'],
    [['drift', '--format', 'github'], '--format must be one of text, json, markdown, not github.'],
  ])('refuses %j', async (args, words) => {
    await complains((await deployTrial()).run(args), 2, words);
  });
});
