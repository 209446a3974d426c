/** Tests docs/pipelines.md: what it shows is what comes, and its workflows do what they say, step by step as a runner would take them. */
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { cliFile } from '../support/commandLine.js';
import type { DeployTrial } from './deployTrial.js';
import { bobPushes, contentOf, deployTrial, textOf } from './deployTrial.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/pipelines.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const action = join(root, '.github/action');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const blocks = [...page.matchAll(/```yaml\n# (\S+)\n([^`]*)```/g)].map(([, name = '', text = '']) => ({ name, text }));
const textNamed = (name: string) => blocks.find((block) => block.name === name)?.text ?? '';

const files = { 'online/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) };

/** Keeps comments as GitHub does, in a file. */
const gh = `#!/usr/bin/env node
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const store = process.env.GH_STORE;
const comments = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : [];
const method = args.includes('--method') ? args[args.indexOf('--method') + 1] : 'GET';
const address = args.find((arg) => arg.startsWith('repos/'));
const field = args.find((arg) => arg.startsWith('body=@'));
const body = field && readFileSync(field.slice(6), 'utf8');
if (method === 'POST' && address === 'repos/o/r/issues/7/comments') comments.push({ id: comments.length + 1, body });
else if (method === 'PATCH') comments.find(({ id }) => address === 'repos/o/r/issues/comments/' + id).body = body;
else {
  const marker = /startswith\\("(.*)"\\)/.exec(args[args.indexOf('--jq') + 1])[1];
  for (const comment of comments) if (comment.body.startsWith(marker)) console.log(comment.id);
}
writeFileSync(store, JSON.stringify(comments));
`;

/** @returns what runs a step, with `npx` and `gh` as a runner has them */
function runnerOf(trial: DeployTrial) {
  trial.folder.write('bin/npx', `#!/usr/bin/env bash\nshift 2\nexec ${process.execPath} ${cliFile} "$@"\n`);
  trial.folder.write('bin/gh', gh);
  for (const name of ['npx', 'gh']) chmodSync(trial.folder.path(`bin/${name}`), 0o755);
  trial.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const environment = {
    ...trial.environment,
    LANG: 'C',
    PATH: `${trial.folder.path('bin')}:${process.env['PATH'] ?? ''}`,
    GH_STORE: trial.folder.path('comments.json'),
    GITHUB_STEP_SUMMARY: trial.folder.path('summary.md'),
    GITHUB_REPOSITORY: 'o/r',
    PULL_REQUEST: '7',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: trial.git('rev-parse', 'HEAD').trim(),
  };
  const shell = (command: string, more: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      const options = { cwd: trial.folder.path('.'), env: { ...environment, ...more } };
      execFile('bash', ['-c', command], options, (error, stdout) => {
        resolve({ code: Number(error?.code ?? 0), stdout });
      });
    });
  return {
    shell,
    steps: async (name: string) => {
      const { jobs } = load(textNamed(`.github/workflows/${name}.yml`)) as Workflow;
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      const codes: number[] = [];
      for (const { uses = '', with: given = {} } of steps) {
        if (!uses.startsWith('toggle-targeting/')) continue;
        const inputs = { ARGUMENTS: given['run'] ?? '', COMMENT: given['comment'] ?? '' };
        codes.push((await shell(`"${action}/run.sh"`, inputs)).code);
        if (codes.at(-1) !== 0) break;
      }
      return codes;
    },
    comments: () => JSON.parse(readFileSync(trial.folder.path('comments.json'), 'utf8')) as readonly { body: string }[],
  };
}

describe('the page of pipelines', () => {
  it('shows what plan prints', async () => {
    const [, line = '', output = ''] = /```\n\$ toggle-targeting ([^\n]*)\n([^`]*)```/.exec(page) ?? [];
    const trial = await deployTrial({ files });
    const { stdout } = await trial.run(line.split(' '));
    expect(stdout.replace(/127\.0\.0\.1:\d+/, 'toggles.example.com')).toBe(output);
  });

  it('names this version, and the action runs it', () => {
    expect(new Set([...page.matchAll(/action@v([\d.]+)/g)].map(([, each]) => each))).toEqual(new Set([version]));
    expect(readFileSync(join(action, 'run.sh'), 'utf8')).toContain(`toggle-targeting@${version} `);
  });
});

describe('the workflows', () => {
  it('put the plan into one comment, which is updated', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-plan')).toEqual([0]);
    expect(runner.comments()).toMatchObject([
      { body: expect.stringMatching(/^<!-- toggle-targeting online -->\n### Plan for online\\: 1 to push/) as string },
    ]);
    trial.folder.write('online/checkout.targeting.json', textOf());
    expect(await runner.steps('targeting-plan')).toEqual([0]);
    expect(runner.comments()).toMatchObject([{ body: expect.stringContaining('0 to push, 1 the same') as string }]);
    expect(readFileSync(trial.folder.path('summary.md'), 'utf8')).toMatch(/1 to push[^]*0 to push/);
    expect(trial.sent()).toEqual([]);
  });

  it('say what cannot be planned in the comment, and fail', async () => {
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': '{' } });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-plan')).toEqual([1]);
    expect(runner.comments()).toMatchObject([{ body: expect.stringContaining('the file has 1 error') as string }]);
  });

  it('take arguments as a shell does, and fail where the comment cannot be written', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    const run = (more: Readonly<Record<string, string>>) => runner.shell(`"${action}/run.sh"`, more);
    const quoted = "plan --env online\n--out plan.json --comment 'Two words, $HOME' --exit-code";
    expect((await run({ ARGUMENTS: quoted, COMMENT: '' })).code).toBe(3);
    expect(readFileSync(trial.folder.path('plan.json'), 'utf8')).toContain('"Two words, $HOME"');
    trial.folder.write('bin/gh', '#!/usr/bin/env bash\nexit 1\n');
    const { code, stdout } = await run({ ARGUMENTS: 'plan --env online', COMMENT: 'online' });
    expect([code, stdout]).toEqual([2, expect.stringContaining('::error::The comment could not be written.')]);
    expect((await run({ ARGUMENTS: 'plan --env online --exit-code', COMMENT: 'online' })).code).toBe(3);
  });

  it('apply what is on the protected branch, and find no drift then', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-apply')).toEqual([0, 0]);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
    expect(await runner.steps('targeting-drift')).toEqual([0]);
    await bobPushes(trial, 'checkout', contentOf());
    expect(await runner.steps('targeting-drift')).toEqual([3]);
  });

  it('do the same on GitLab', async () => {
    const trial = await deployTrial({ files });
    const { shell } = runnerOf(trial);
    const jobs = load(textNamed('.gitlab-ci.yml')) as Readonly<Record<string, { readonly script: readonly string[] }>>;
    const [plan, apply] = ['targeting-plan', 'targeting-apply'].map((name) => jobs[name]?.script.join('\n') ?? '');
    expect(await shell(plan ?? '')).toEqual({
      code: 0,
      stdout: expect.stringContaining('### Plan for online') as string,
    });
    expect((await shell(`set -e\n${apply}`)).code).toBe(0);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
  });
});
