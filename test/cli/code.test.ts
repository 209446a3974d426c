/** Tests `toggle-targeting code`: calls by toggle, certain problems, stale toggles, and the effect of a code change. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, gitIn } from '../support/commandLine.js';
import sarifSchema from '../support/sarif-2.1.0.schema.json' with { type: 'json' };
import { cityIs, configOf, targetingOf } from '../support/targeting.js';

const trialWith = commandLineTrials();

const targeting = (defaultServe: object = { select: 1 }, change: object = {}) =>
  targetingOf({ disabledServe: { select: 1 }, defaultServe, ...change });
const config = (code: object | null = { complete: true }) => configOf(code === null ? {} : { code });
const sdk = "import { FeatureProbe } from 'featureprobe-server-sdk-node';\n";
const calls = (...keys: readonly string[]) =>
  sdk + keys.map((key) => `fp.booleanValue(${key}, user, false);\n`).join('');
const inBoth = (key: string, text: string) => ({
  [`dev/${key}.targeting.json`]: text,
  [`online/${key}.targeting.json`]: text,
});
const split = targeting({ split: [2_500, 7_500] });

function commit(trial: CommandLineTrial, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) trial.write(path, text);
  gitIn(trial, 'add', '-A');
  gitIn(trial, 'commit', '-qm', 'change');
}

function repository(files: Readonly<Record<string, string>>): CommandLineTrial {
  const trial = trialWith(files);
  gitIn(trial, 'init', '-q', '-b', 'main');
  commit(trial, {});
  return trial;
}

describe('calls', () => {
  it('are listed by toggle with place and kind, and a toggle without calls is not a problem', async () => {
    const trial = trialWith({
      'targeting.config.json': config(),
      ...inBoth('banner', split),
      ...inBoth('old', split),
      'a.ts': calls("'banner'", 'KEY', 'other') + '// not "banner"\n',
      'b.ts': 'export const KEY = "banner";\n',
    });
    expect(await trial.run(['code'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'banner',
        '  call a.ts:2:17 booleanValue',
        '  call a.ts:3:17 booleanValue(KEY), not certain',
        '  mention a.ts:5:8 in a comment',
        '  constant b.ts:1:20 KEY',
        'Keys that cannot be read',
        '  unreadable a.ts:4:17 booleanValue(other)',
        'Found no call of old in 2 files; 1 call has a key that cannot be read.',
        '',
      ].join('\n'),
    });
  });

  it('are searched for in the config\'s folder if "include" is missing', async () => {
    const trial = trialWith({
      'in/targeting.config.json': config(null),
      'in/dev/banner.targeting.json': split,
      'in/a.ts': calls("'banner'"),
      'b.ts': calls("'banner'"),
    });
    expect(await trial.run(['code'])).toMatchObject({
      code: 0,
      stdout: 'banner\n  call in/a.ts:2:17 booleanValue\nCalls of 1 toggle in 1 file.\n',
    });
  });

  it("are checked against the toggles of the config's folder, and filtered by path", async () => {
    const trial = trialWith({
      'targeting/targeting.config.json': config(null),
      'targeting/dev/banner.targeting.json': split,
      'shop/targeting.config.json': JSON.stringify({ toggles: '../targeting', code: { complete: true } }),
      'shop/src/a.ts': calls("'banner'"),
      'shop/test/b.ts': calls("'bannr'"),
    });
    const allowed = ['code', '--allow-folder', '../targeting'];
    expect((await trial.run(allowed, { folder: 'shop' })).code).toBe(1);
    const { code, stdout } = await trial.run([...allowed, 'src'], { folder: 'shop' });
    expect([code, stdout.split('\n')[1]]).toEqual([0, '  call src/a.ts:2:17 booleanValue']);
  });

  it.each([
    [
      'an unknown key',
      "fp.booleanValue('bannr', user, false)",
      'unknown-key',
      'There is no toggle "bannr", so this call always returns its own default. Did you mean "banner"?',
    ],
    [
      'a method of another type',
      "fp.numberValue('banner', user, 1)",
      'wrong-method',
      'numberValue always returns its own default: no variation of "banner" is a number.',
    ],
    [
      'a default of another type',
      "fp.booleanValue('banner', user, 'no')",
      'default-of-wrong-type',
      'The default "no" is a string, but booleanValue returns a boolean.',
    ],
  ])('have a problem with %s', async (_what, line, code, message) => {
    const files = { ...inBoth('banner', split), 'a.ts': `${sdk}${line};\n` };
    const trial = trialWith({ ...files, 'targeting.config.json': config() });
    const found = await trial.run(['code', '--format', 'github']);
    expect(found.code).toBe(1);
    expect(found.stdout.split('\n')[0]).toMatch(
      new RegExp(`^::warning file=a\\.ts,line=2,.*title=${code}::${message.replace(/[?.]/g, '\\$&')}$`),
    );
    trial.write('targeting.config.json', config().replace('{', `{ "problems": { "${code}": "off" },`));
    expect((await trial.run(['code'])).code).toBe(0);
    trial.write('targeting.config.json', config());
    trial.write('a.ts', `${line};\n`);
    expect((await trial.run(['code'])).code, 'where no SDK is named, nothing is certain').toBe(0);
  });

  it('with unknown keys are counted separately, and an empty key is shown as ""', async () => {
    const trial = trialWith({
      'targeting.config.json': config({}),
      'a.ts': calls("'bannr'", "'banner'", "''"),
      ...inBoth('banner', split),
    });
    const lines = (await trial.run(['code'])).stdout.split('\n');
    expect(lines[0]).toBe('""');
    expect(lines.at(-2)).toBe('Calls of 1 toggle in 1 file; 2 calls with unknown keys.');
  });

  it.each([
    [{}, '"."'],
    [{ include: ['src', 'app'] }, 'src, app'],
  ])('are reported as "No files of code found" if there is no code: %j', async (code, where) => {
    const trial = trialWith({ 'targeting.config.json': config(code), ...inBoth('banner', split) });
    for (const args of [['code'], ['code', '--stale']])
      expect(await trial.run(args)).toEqual({
        ...{ code: 0, stderr: '' },
        stdout: `No code files found in ${where}.\n`,
      });
  });

  it('are reported as missing if a path of "include" contains no code files', async () => {
    const trial = trialWith({
      'targeting.config.json': config({ include: ['src', 'app'] }),
      'src/a.ts': calls("'banner'"),
      ...inBoth('banner', split),
    });
    const { stdout } = await trial.run(['code']);
    expect(stdout).toMatch(/\nCalls of 1 toggle in 1 file\.\nNo code files found in app\.\n$/);
  });

  it('cannot be checked --online if no environment can be read', async () => {
    const trial = trialWith({
      'targeting.config.json': config(),
      ...inBoth('banner', split),
      'a.ts': calls("'banner'"),
    });
    expect(await trial.run(['code', '--online'])).toMatchObject({
      code: 2,
      stderr: 'No environment can be read: none in targeting.config.json has "api": "featureprobe".\n',
    });
  });

  it('are reported in every format', async () => {
    const files = { ...inBoth('banner', split), 'a.ts': calls("'banner'", "'bannr'") };
    const trial = trialWith({ ...files, 'targeting.config.json': config() });
    const { configs } = JSON.parse((await trial.run(['code', '--format', 'json'])).stdout) as { configs: object[] };
    expect(configs).toMatchObject([
      {
        ...{ config: 'targeting.config.json', files: 1, hasAllKeys: true, notCalled: [] },
        found: [
          { kind: 'call', file: 'a.ts', line: 2, column: 17, key: 'banner', method: 'booleanValue', isCertain: true },
          { kind: 'call', key: 'bannr' },
        ],
        problems: [{ code: 'unknown-key', start: { line: 3, column: 17 } }],
      },
    ]);
    const sarif = JSON.parse((await trial.run(['code', '--format', 'sarif'])).stdout) as { runs: object[] };
    const keywords = Object.entries(sarifSchema).filter(([key]) => key !== '$schema' && key !== 'id');
    const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
    const validate = ajv.compile(Object.fromEntries(keywords));
    validate({ ...sarif, $schema: undefined });
    expect(validate.errors).toBeNull();
    expect(sarif.runs).toMatchObject([{ results: [{ ruleId: 'unknown-key', level: 'warning' }] }]);
    const below = { folder: 'dev', environment: { GITHUB_WORKSPACE: trial.path('.') } };
    expect((await trial.run(['code', '--format', 'sarif'], below)).stdout).toContain('"uri": "a.ts"');
    expect((await trial.run(['code', '--format', 'markdown'])).stdout).toContain('**bannr**\n\n- call a');
  });

  it('need a config and existing paths, and cannot combine --stale with --git', async () => {
    expect(await trialWith({}).run(['code'])).toMatchObject({ code: 2, stdout: '' });
    const trial = trialWith({ 'targeting.config.json': config() });
    expect(await trial.run(['code', 'gone'])).toMatchObject({ code: 2, stderr: '"gone" does not exist.\n' });
    expect((await trial.run(['code', '--stale', '--git', 'HEAD'])).code).toBe(2);
  });

  it.each([
    ['../nothere', '"toggles": there is no targeting.config.json in ../nothere.\n'],
    ['../empty', '"toggles": there is no targeting.config.json in ../empty.\n'],
    ['.', '"toggles": . is the folder of this targeting.config.json itself.\n'],
  ])('are not searched for if "toggles" names %s', async (toggles, stderr) => {
    const trial = trialWith({
      ...{ 'empty/a.txt': '', 'shop/a.ts': calls("'banner'") },
      'shop/targeting.config.json': JSON.stringify({ toggles, code: { complete: true } }),
    });
    expect(await trial.run(['code', '--allow-folder', '..'], { folder: 'shop' })).toEqual({
      code: 2,
      stdout: '',
      stderr,
    });
  });
});

it('code --stale lists the called toggles that serve everyone the same value, and that value', async () => {
  const trial = trialWith({
    'targeting.config.json': config(),
    ...inBoth('banner', targeting()),
    ...inBoth('checkout', split),
    ...inBoth('nowhere', targeting()),
    'dev/differs.targeting.json': targeting(),
    'online/differs.targeting.json': targeting({ select: 0 }, { disabledServe: { select: 0 } }),
    'dev/alone.targeting.json': targeting(),
    'a.ts': calls("'banner'", "'checkout'", "'differs'", "'alone'"),
  });
  expect(await trial.run(['code', '--stale'])).toEqual({
    code: 3,
    stderr: '',
    stdout: ['banner: keep true (on)', '  call a.ts:2:17 booleanValue', 'Stale toggles in 1 file: 1.', ''].join('\n'),
  });
  trial.write('a.ts', "export const F = { A: 'banner' };\n");
  expect((await trial.run(['code', '--stale'])).stdout).toContain('banner: keep true (on)\n  constant a.ts:1:23 A\n');
  trial.write('a.ts', calls("'checkout'"));
  expect((await trial.run(['code', '--stale'])).code).toBe(0);
});

describe('--git', () => {
  const files = {
    'targeting.config.json': config(),
    ...inBoth('checkout', split),
    'dev/new_ui.targeting.json': targeting(),
    'a.ts': calls("'checkout'"),
    'b.ts': calls('Keys.CHECKOUT'),
    'keys.ts': 'export const Keys = { CHECKOUT: "checkout" };\n',
  };

  it('names the environment that lacks a newly called toggle', async () => {
    const trial = repository(files);
    commit(trial, { 'a.ts': calls("'checkout'", "'new_ui'") });
    const expected = 'Adds a call of new_ui, which online does not have: users get the default.\n  a.ts:3:17\n';
    for (const range of ['HEAD~1...HEAD', 'HEAD~1'])
      expect(await trial.run(['code', '--git', range])).toEqual({
        ...{ code: 3, stderr: '' },
        stdout: `${expected}Changes in 1 file of code.\n`,
      });
    const { stdout } = await trial.run(['code', '--git', 'HEAD~1...HEAD', '--format', 'github']);
    expect(stdout).toMatch(/^::warning file=a\.ts,line=3,col=17,.*title=call-without-file::Adds a call of new_ui/);
    trial.write('targeting.config.json', config({}));
    const partly = await trial.run(['code', '--git', 'HEAD~1...HEAD']);
    expect(partly.stdout).toContain('Adds a call of new_ui, which has no file in online.\n');
  });

  it('reports a newly called toggle without any file', async () => {
    const trial = repository(files);
    commit(trial, { 'a.ts': calls("'checkout'", "'nope'", "''") });
    trial.write('targeting.config.json', config({}));
    expect(await trial.run(['code', '--git', 'HEAD~1...HEAD'])).toMatchObject({
      code: 3,
      stdout: [
        'Adds a call of "", which has no targeting file.',
        '  a.ts:4:17',
        'Adds a call of nope, which has no targeting file.',
        '  a.ts:3:17',
        'Changes in 1 file of code.',
        '',
      ].join('\n'),
    });
    trial.write('targeting.config.json', config());
    const all = await trial.run(['code', '--git', 'HEAD~1...HEAD']);
    expect(all.stdout).toContain('Adds a call of "", which does not exist: users get the default.\n');
  });

  it('reports the value that a toggle serves to everyone once its last call is gone', async () => {
    const trial = repository({ ...files, 'a.ts': calls("'new_ui'") });
    commit(trial, { 'a.ts': sdk });
    const { stdout } = await trial.run(['code', '--git', 'HEAD~1...HEAD']);
    expect(stdout).toContain('Removes the last call of new_ui; dev serves on to everyone.\n');
  });

  it('reports a removed last call only after calls through a constant are gone, too', async () => {
    const trial = repository(files);
    commit(trial, { 'a.ts': sdk });
    expect((await trial.run(['code', '--git', 'HEAD~1...HEAD'])).code, 'a constant is still passed').toBe(0);
    commit(trial, { 'b.ts': sdk });
    expect(await trial.run(['code', '--git', 'HEAD~1...HEAD'])).toMatchObject({
      code: 3,
      stdout:
        'Removes the last readable call of checkout; it is named in keys.ts:1:33; dev still splits 25/75; online still splits 25/75.\n  b.ts:2:17\nChanges in 1 file of code.\n',
    });
  });

  it('mentions unread files if the last readable call is removed', async () => {
    const trial = repository({ ...files, 'gone.ts': sdk, 'wide.ts': sdk, 'b.ts': '', 'keys.ts': '' });
    commit(trial, { 'a.ts': sdk, 'wide.ts': Buffer.from(calls("'checkout'"), 'utf16le').toString() });
    trial.remove('gone.ts');
    expect((await trial.run(['code', '--git', 'HEAD~1...HEAD'])).stdout).toContain(
      'Removes the last readable call of checkout; 2 files were not read; dev still splits 25/75; online still splits 25/75.\n',
    );
    expect((await trial.run(['code'])).stdout).toMatch(/\nNot read: gone.ts, wide.ts\n/);
  });

  it('ignores calls that move to another file, and later commits of the base branch', async () => {
    const trial = repository(files);
    gitIn(trial, 'checkout', '-qb', 'change');
    gitIn(trial, 'mv', 'a.ts', 'c.ts');
    commit(trial, {});
    gitIn(trial, 'checkout', '-q', 'main');
    commit(trial, { 'd.ts': calls("'new_ui'") });
    gitIn(trial, 'checkout', '-q', 'change');
    expect((await trial.run(['code', '--git', 'main...HEAD'])).code).toBe(0);
    expect((await trial.run(['code', '--git', 'gone...HEAD'])).code).toBe(2);
  });

  it('lists new attributes that no rule uses, without failing', async () => {
    const condition = cityIs('Paris');
    const ruled = (...conditions: object[]) =>
      targeting({ select: 1 }, { rules: [{ conditions, serve: { select: 0 } }] });
    const sends = (...names: readonly string[]) =>
      sdk + names.map((name) => `new FPUser().with('${name}', ${name});\n`).join('');
    const trial = repository({ ...files, ...inBoth('checkout', ruled(condition)), 'c.ts': sends('age') });
    commit(trial, { 'd.ts': sends('plan', 'city', 'age', 'level') });
    expect(await trial.run(['code', '--git', 'HEAD~1...HEAD'])).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: [
        'The code sends level, plan, which no rule of a targeting file uses.',
        'Changes in 1 file of code.',
        '',
      ].join('\n'),
    });
    const { stdout } = await trial.run(['code', '--git', 'HEAD~1...HEAD', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ changes: [], unasked: ['level', 'plan'] });
    const segment = { type: 'segment', predicate: 'is in', objects: ['testers'] };
    trial.write('dev/checkout.targeting.json', ruled(condition, segment));
    const silent = async () => !(await trial.run(['code', '--git', 'HEAD~1...HEAD'])).stdout.includes('Sends');
    expect(await silent(), 'a segment may look at it').toBe(true);
    for (const path of ['dev', 'online']) rmSync(trial.path(path), { recursive: true });
    expect(await silent(), 'there are no targeting files').toBe(true);
  });

  it('compares code in a folder next to the current folder', async () => {
    const shop = JSON.stringify({ toggles: '../targeting', code: { include: ['../app'], complete: true } });
    const trial = repository({
      'targeting/targeting.config.json': config(null),
      'targeting/dev/new_ui.targeting.json': targeting(),
      'shop/targeting.config.json': shop,
      'app/a.ts': sdk,
    });
    commit(trial, { 'app/a.ts': calls("'new_ui'", "'new_iu'") });
    expect(await trial.run(['code', '--git', 'HEAD~1...HEAD'], { folder: 'shop' })).toMatchObject({
      code: 3,
      stdout: [
        'Adds a call of new_iu: There is no toggle "new_iu", so this call always returns its own default. Did you mean "new_ui"?',
        '  ../app/a.ts:3:17',
        'Adds a call of new_ui, which online does not have: users get the default.',
        '  ../app/a.ts:2:17',
        'Changes in 1 file of code.',
        '',
      ].join('\n'),
    });
  });
});

describe('places outside of the repository', () => {
  const canary = `${sdk}connect('CANARY'); fp.booleanValue('CANARY', user, false);\n`;
  const outputs = [['code'], ['code', '--stale'], ['code', '--format', 'json'], ['code', '--format', 'sarif']] as const;
  const sentence = (field: string, path: string) =>
    `"${field}": ${path} leads out of the folder, so it is not read. Allow it with --allow-folder, or in the editor with the setting toggleTargeting.code.folders.\n`;

  function beside(configText: string): CommandLineTrial {
    const trial = trialWith({
      'private/secret.ts': canary,
      'private/targeting.config.json': config(null),
      'private/dev/CANARY.targeting.json': targeting(),
      'private/online/CANARY.targeting.json': targeting(),
      'repo/targeting.config.json': configText,
      'repo/dev/a.targeting.json': split,
      'repo/a.ts': canary,
    });
    execFileSync('git', ['init', '-q', trial.path('repo')]);
    return trial;
  }

  it('are read through "include", "toggles" or a link only if the user allows it', async () => {
    const include = beside(config({ calls: ['connect(key)'], include: ['../private', 'link', '*'] }));
    symlinkSync('../private', include.path('repo/link'));
    const toggles = beside(JSON.stringify({ toggles: '../private', code: {} }));
    const linked = beside(JSON.stringify({ toggles: 'link', code: {} }));
    symlinkSync('../private', linked.path('repo/link'));
    for (const args of outputs) {
      const run = (trial: CommandLineTrial, ...more: readonly string[]) =>
        trial.run([...args, ...more], { folder: 'repo' });
      const { code, stdout, stderr } = await run(include);
      expect([code, stderr]).toEqual([2, sentence('include', '../private') + sentence('include', 'link')]);
      expect(stdout).not.toContain('secret.ts');
      expect(await run(toggles)).toEqual({ code: 2, stdout: '', stderr: sentence('toggles', '../private') });
      expect(await run(linked)).toEqual({ code: 2, stdout: '', stderr: sentence('toggles', 'link') });
      const allowed = ['--allow-folder', '../private'];
      if (!args.some((arg) => arg === 'sarif')) expect((await run(toggles, ...allowed)).stdout).toContain('CANARY');
      expect((await run(include, ...allowed)).stderr).toBe('');
    }
    const { stdout } = await include.run(['code', '--allow-folder', '../private'], { folder: 'repo' });
    expect(stdout).toContain('../private/secret.ts');
  });

  it('are not read even if the Git index lists them', async () => {
    const trial = beside(config({ calls: ['connect(key)'] }));
    symlinkSync('../private', trial.path('repo/link'));
    const inRepo = (args: readonly string[], input?: string) =>
      execFileSync('git', args, { cwd: trial.path('repo'), input, encoding: 'utf8' }).trim();
    const blob = inRepo(['hash-object', '-w', '--stdin'], canary);
    const long = 'x'.repeat(Buffer.from(trial.path('private/secret.ts')).length);
    const names = { 'li_k/secret.ts': 'link/secret.ts', 'xx/private/secret.ts': '../private/secret.ts' };
    const all = {
      ...names,
      [long]: trial.path('private/secret.ts'),
      'a/xx/xx/private/secret.ts': 'a/../../private/secret.ts',
    };
    for (const name of Object.keys(all)) inRepo(['update-index', '--add', '--cacheinfo', `100644,${blob},${name}`]);
    // Git refuses such names, so they are written straight into the index, followed by a new checksum.
    let index = readFileSync(trial.path('repo/.git/index')).toString('latin1');
    for (const [name, instead] of Object.entries(all)) {
      expect(Buffer.from(instead).length).toBe(Buffer.from(name).length);
      index = index.replace(name, Buffer.from(instead).toString('latin1'));
    }
    const content = Buffer.from(index.slice(0, -20), 'latin1');
    writeFileSync(trial.path('repo/.git/index'), Buffer.concat([content, createHash('sha1').update(content).digest()]));
    expect(inRepo(['ls-files', '-z'])).toContain('../private/secret.ts');
    for (const args of outputs) {
      const { stdout, stderr } = await trial.run(args, { folder: 'repo' });
      // The names may appear in the list of files that were not read.
      expect(stdout + stderr).not.toMatch(/secret\.ts:\d|"file": ".*secret\.ts"/);
    }
  });
});
