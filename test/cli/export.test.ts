/** Tests that `export` writes what SDKs receive, and writes nothing if a toggle would reach SDKs differently from its file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, complains } from '../support/commandLine.js';
import { deployTrial, variations } from './deployTrial.js';
import { config, onFor, onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();
const inDev = ['export', '--env', 'dev'];
const files = {
  'targeting.config.json': config,
  'dev/checkout.targeting.json': onIn('Paris'),
  'production/checkout.targeting.json': onIn('Rome'),
};
const outOf = (trial: CommandLineTrial) => existsSync(trial.path('repo.json'));

function given(json: string, toggle: string, city: string): unknown {
  const repository = new Repository(JSON.parse(json));
  const user = new FPUser('anna').with('city', city);
  return repository.getToggle(toggle)?.eval(user, repository.toggles, repository.segments, undefined).value;
}

describe('export', () => {
  it('writes the toggles that server SDKs receive in one environment, and lists inferred types', async () => {
    const trial = trialWith({ ...files, 'dev/limit.targeting.json': onIn('Paris', ['1', '20']) });
    expect(await trial.run([...inDev, '--out', 'out/repo.json'])).toMatchObject({
      ...{ code: 0, stdout: '' },
      stderr:
        'Assumed for fields not in the file: checkout (boolean, "prerequisites": []), limit (number, "prerequisites": [])\n',
    });
    const json = readFileSync(trial.path('out/repo.json'), 'utf8');
    expect(given(json, 'checkout', 'Paris')).toBe(true);
    expect(given(json, 'limit', 'Rome')).toBe(1);
    expect((await trial.run(inDev)).stdout).toBe(json);
    expect(readdirSync(trial.path('out'))).toEqual(['repo.json']);
  });

  it('takes segments from targeting.users.json, and lists undefined segments', async () => {
    const trial = trialWith({
      ...files,
      'targeting.users.json': users({ staff: 'Paris' }),
      'dev/a.targeting.json': onFor('staff'),
      'dev/b.targeting.json': onFor('friends'),
    });
    const { stdout, stderr } = await trial.run(inDev);
    expect([given(stdout, 'a', 'Paris'), given(stdout, 'a', 'Rome'), given(stdout, 'b', 'Paris')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(stderr).toContain('Segments without a definition, treated as empty: friends\n');
  });

  it('writes the values of one user with --format client', async () => {
    const trial = trialWith({ ...files, 'targeting.users.json': users() });
    const valueFor = async (...user: readonly string[]) => {
      const { code, stdout } = await trial.run([...inDev, '--format', 'client', ...user]);
      return code === 0 ? (JSON.parse(stdout) as { checkout: { value: unknown } }).checkout.value : code;
    };
    expect(await valueFor('--user', 'ada')).toBe(true);
    expect(await valueFor('--user', 'ada', '--attribute', 'city=Rome')).toBe(false);
    expect(await valueFor('--key', 'x', '--attribute', 'city=Paris')).toBe(true);
    expect(await valueFor('--user', 'bob')).toBe(2);
  });

  it('needs no environment if there is no config with environments', async () => {
    const trial = trialWith({ 'checkout.targeting.json': onIn('Paris') });
    const { code, stdout } = await trial.run(['export']);
    expect([code, given(stdout, 'checkout', 'Paris')]).toEqual([0, true]);
  });

  it('keeps the earlier file if a toggle would reach SDKs differently, and reports the cause', async () => {
    const trial = trialWith({
      ...files,
      'repo.json': '{}',
      'dev/freezes.targeting.json': onIn('Paris').replace('is one of', 'is on'),
      'dev/vanishes.targeting.json': onIn('Paris').replace('"disabledServe"', '"x"'),
      'dev/typed.targeting.json': '{ "content": ',
      'sub/targeting.config.json': config,
      'sub/dev/checkout.targeting.json': onIn('Rome'),
    });
    const { code, stderr } = await trial.run([...inDev, '--out', 'repo.json']);
    expect(code).toBe(1);
    expect(stderr.split('\n').map((line) => line.replace(/: .*/, ''))).toEqual([
      'dev/freezes.targeting.json:13',
      'dev/typed.targeting.json:1',
      'dev/vanishes.targeting.json:3',
      'sub/dev/checkout.targeting.json',
      '"repo.json" was not written.',
      '',
    ]);
    expect(readFileSync(trial.path('repo.json'), 'utf8')).toBe('{}');
  });

  it('leaves out files whose paths the config does not match, and lists them', async () => {
    const trial = trialWith({ ...files, 'drafts/later/checkout.targeting.json': onIn('Rome') });
    const { code, stdout, stderr } = await trial.run(inDev);
    expect([code, given(stdout, 'checkout', 'Paris')]).toEqual([0, true]);
    expect(stderr).toContain(
      'Files whose paths do not match "files" in targeting.config.json are left out: drafts/later/checkout.targeting.json\n',
    );
  });

  it.each([
    [['export'], 'Specify one of the environments with --env: dev, production.'],
    [['export', '--env', 'prd'], 'targeting.config.json has no environment "prd". It has: dev, production.'],
    [[...inDev, 'production'], 'No targeting file here belongs to the environment "dev".'],
    [[...inDev, '--format', 'client'], '--format client needs a user: --user or --key.'],
    [[...inDev, '--key', 'x'], '--key works only with --format client.'],
    [[...inDev, '--out', 'a/x.targeting.json'], '--out needs another name'],
    [['export', '--online'], '--online works only with --env.'],
    [[...inDev, '--timeout', '5'], '--timeout works only with --online.'],
    [[...inDev, 'gone'], '"gone" does not exist.'],
    [[...inDev, 'targeting.config.json'], 'targeting.config.json must end with .targeting.json'],
  ])('exits with 2: %j', async (args, words) => {
    const trial = trialWith(files);
    expect(await trial.run(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(words) as unknown,
    });
  });

  it('exits with 2 if the config or users file is invalid, or there are no files', async () => {
    const wrong = trialWith({ ...files, 'targeting.config.json': config.replace('"files"', '"file"') });
    expect(await wrong.run(inDev)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('line 1') as unknown,
    });
    const half = trialWith({ ...files, 'targeting.users.json': '{ "users": [' });
    expect((await half.run([...inDev, '--out', 'repo.json'])).stderr).toBe(
      '"targeting.users.json" is not a valid list of users, so some may be missing.\n"repo.json" was not written.\n',
    );
    expect(await trialWith({}).run(['export'])).toMatchObject({ code: 2, stderr: 'There are no targeting files.\n' });
  });

  it('takes types and segments from the service with --online', async () => {
    const trial = await deployTrial({
      seed: {
        projects: {
          Shop: {
            toggles: { checkout: { variations, returnType: 'string' } },
            segments: { staff: {} },
            environments: { dev: { targetings: {} }, online: {} },
          },
        },
      },
      files: { 'dev/checkout.targeting.json': onIn('Paris') },
    });
    const { code, stdout, stderr } = await trial.run([...inDev, '--online']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(given(stdout, 'checkout', 'Paris')).toBe('true');
    expect(Object.keys((JSON.parse(stdout) as { segments: object }).segments)).toEqual(['staff']);
  });

  it('with --online reports archived toggles, and toggles with a segment that the service lacks', async () => {
    const trial = await deployTrial({
      seed: {
        projects: {
          Shop: {
            toggles: { checkout: { variations, archived: true }, banner: { variations } },
            segments: { staff: {} },
            environments: { dev: { targetings: {} }, online: {} },
          },
        },
      },
      files: { 'dev/checkout.targeting.json': onIn('Paris'), 'dev/banner.targeting.json': onFor('STAFF') },
    });
    expect(await trial.run([...inDev, '--online'])).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: [
        'dev/banner.targeting.json: The service has no segment "STAFF", so this toggle would vanish there.',
        'dev/checkout.targeting.json: checkout is archived: applications will not receive any pushed changes until the toggle is restored.\n',
      ].join('\n'),
    });
  });

  it('with --online refuses a segment that two projects define differently', async () => {
    const projectWith = (city: string) => ({
      toggles: { checkout: { variations }, banner: { variations } },
      segments: {
        staff: {
          rules: [{ conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: [city] }] }],
        },
      },
      environments: { dev: { targetings: {} }, online: {} },
    });
    const trial = await deployTrial({
      seed: { projects: { Shop: projectWith('Paris'), Bank: projectWith('Rome') } },
      files: { 'dev/checkout.targeting.json': onFor('staff') },
    });
    const one = JSON.parse(readFileSync(trial.folder.path('targeting.config.json'), 'utf8')) as object;
    trial.folder.write('bank/targeting.config.json', JSON.stringify({ ...one, project: 'Bank' }));
    trial.folder.write('bank/dev/banner.targeting.json', onFor('staff'));
    expect(await trial.run([...inDev, '--online'])).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: 'Two projects define the segment "staff" differently. Name files of one project.\n',
    });
  });
});

describe.runIf(process.platform !== 'win32')('export of an untrusted folder', () => {
  it('follows no links out of the folder, waits for no pipes, and reads no oversized files', async () => {
    const other = trialWith({ 'x.targeting.json': onIn('Paris') });
    const trial = trialWith({ ...files, '.git/HEAD': '' });
    symlinkSync(other.path('x.targeting.json'), trial.path('dev/linked.targeting.json'));
    await complains(trial.run(inDev), 2, 'Links are not followed: "dev/linked.targeting.json"; ');
    rmSync(trial.path('dev/linked.targeting.json'));
    execFileSync('mkfifo', [trial.path('dev/pipe.targeting.json')]);
    writeFileSync(trial.path('dev/huge.targeting.json'), '');
    truncateSync(trial.path('dev/huge.targeting.json'), 2 ** 31);
    const refused = await trial.run([...inDev, '--out', 'repo.json']);
    expect([refused.code, outOf(trial)]).toEqual([1, false]);
    expect(refused.stderr).toMatch(/dev\/huge\.targeting\.json: [^\n]+\n[^\n]*dev\/pipe\.targeting\.json: /);
  });

  it('prints no control characters from file names', async () => {
    const trial = trialWith({ ...files, 'dev/a\u001b[2Jb.targeting.json': '{' });
    expect((await trial.run(inDev)).stderr).not.toContain('\u001b');
  });
});
