/** Tests docs/pipelines.md, and the workflows of docs/ramps.md and docs/code.md: runs the workflows step by step as a runner would, and compares the shown output. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../support/commandLine.js';
import { commandLineFiles, prints } from '../support/commandLine.js';
import type { DeployTrial } from './deployTrial.js';
import { bobPushes, contentOf, deployTrial, textOf } from './deployTrial.js';

const root = join(import.meta.dirname, '../..');
const page = ['pipelines', 'ramps', 'code']
  .map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'))
  .join('\n');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const action = join(root, '.github/action');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly 'continue-on-error'?: boolean;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const blocks = [...page.matchAll(/```yaml\n# (\S+)\n([^`]*)```/g)].map(([, name = '', text = '']) => ({ name, text }));
const textNamed = (name: string) => blocks.find((block) => block.name === name)?.text ?? '';

const files = { 'online/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) };

/** A fake GitHub CLI. It keeps the text and the author of each comment in files, and has the token of a workflow. */
const gh = `#!/usr/bin/env bash
login='github-actions[bot]' last="\${!#}" store="$GH_STORE"
mkdir -p "$store"
case "$*" in
  'api graphql '*) echo "$login" ;;
  *repos/o/r/pulls/7*) [ -z "\${GH_HEAD:-}" ] && git rev-parse HEAD || echo "$GH_HEAD" ;;
  'pr create '*) echo 7 > "$store/pull" ;;
  'pr '*) [ ! -e "$store/pull" ] || cat "$store/pull" ;;
  *'--method POST repos/o/r/issues/7/comments '*)
    id=$(($(ls "$store" | grep -c login) + 1))
    cp "\${last#body=@}" "$store/$id"
    echo "$login" > "$store/$id.login" ;;
  *'--method PATCH '*) cp "\${last#body=@}" "$store/$(grep -o '[0-9]*' <<< "$4" | tail -n 1)" ;;
  *)
    author=$(sed -n 's/.*login == "\\([^"]*\\)".*/\\1/p' <<< "$last")
    marker=$(sed -n 's/.*startswith("\\([^"]*\\)").*/\\1/p' <<< "$last")
    for each in "$store"/*.login; do
      [ -e "$each" ] || continue
      [ "$(head -c \${#marker} "\${each%.login}")" = "$marker" ] || continue
      [ -n "$author" ] && [ "$(cat "$each")" != "$author" ] || basename "$each" .login
    done ;;
esac
`;

const npm = `#!/usr/bin/env bash
echo "$PWD $*" >> "$NPM_LOG"
mkdir -p "$3/node_modules/toggle-targeting/dist" "$3/node_modules/.bin"
cp ${commandLineFiles.join(' ')} "$3/node_modules/toggle-targeting/dist/"
chmod +x "$3/node_modules/toggle-targeting/dist/cli.js"
ln -s ../toggle-targeting/dist/cli.js "$3/node_modules/.bin/toggle-targeting"
`;

function runnerOf(trial: DeployTrial) {
  trial.folder.write('bin/npm', npm);
  trial.folder.write('bin/gh', gh);
  for (const name of ['npm', 'gh']) chmodSync(trial.folder.path(`bin/${name}`), 0o755);
  trial.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const environment = {
    ...trial.environment,
    LANG: 'C',
    PATH: `${trial.folder.path('bin')}:${process.env['PATH'] ?? ''}`,
    NPM_LOG: trial.folder.path('npm.log'),
    RUNNER_TEMP: trial.folder.path('.'),
    GH_STORE: trial.folder.path('comments'),
    GITHUB_STEP_SUMMARY: trial.folder.path('summary.md'),
    GITHUB_REPOSITORY: 'o/r',
    PULL_REQUEST: '7',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: trial.git('rev-parse', 'HEAD').trim(),
  };
  const shell = (command: string, more: Readonly<Record<string, string>> = {}) =>
    new Promise<Outcome & { readonly code: number }>((resolve) => {
      const options = { cwd: trial.folder.path('.'), env: { ...environment, ...more }, maxBuffer: 2 ** 26 };
      execFile('bash', ['-c', command], options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  return {
    shell,
    steps: async (name: string) => {
      const { jobs } = load(textNamed(`.github/workflows/${name}.yml`)) as Workflow;
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      const codes: number[] = [];
      const added: Record<string, string> = {};
      for (const { uses = '', run, with: given = {}, 'continue-on-error': goesOn = false } of steps) {
        if (run === undefined && !uses.startsWith('toggle-targeting/')) continue;
        const inputs = { ...added, ARGUMENTS: given['run'] ?? '', COMMENT: given['comment'] ?? '' };
        const command = run === undefined ? `"${action}/run.sh"` : `set -e\n${run}`;
        codes.push((await shell(command, { ...inputs, GITHUB_ENV: trial.folder.path('env') })).code);
        const lines = existsSync(trial.folder.path('env')) ? readFileSync(trial.folder.path('env'), 'utf8') : '';
        for (const [, key = '', value = ''] of lines.matchAll(/^(\w+)=(.*)$/gm)) added[key] = value;
        if (codes.at(-1) !== 0 && !goesOn) break;
      }
      return codes;
    },
    comments: () =>
      readdirSync(trial.folder.path('comments'))
        .filter((name) => /^\d+$/.test(name))
        .map((id) => readFileSync(trial.folder.path(`comments/${id}`), 'utf8')),
  };
}

describe('docs/pipelines.md and docs/ramps.md', () => {
  it('shows the output of plan', async () => {
    const [, line = '', output = ''] = /```\n\$ toggle-targeting ([^\n]*)\n([^`]*)```/.exec(page) ?? [];
    const trial = await deployTrial({ files });
    const { stdout } = await trial.run(line.split(' '));
    const shown = stdout
      .replace(/127\.0\.0\.1:\d+/, 'toggles.example.com')
      .replace(/seed · \S+Z/, 'alice · 2026-11-24T14:05:00Z');
    expect(shown).toBe(output);
  });

  it('shows the output of step', async () => {
    const [, line = '', output = ''] = /```\n\$ toggle-targeting (step [^\n]*)\n([^`]*)```/.exec(page) ?? [];
    const conditions = [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }];
    const content = { rules: [{ name: 'beta', conditions, serve: { split: [9_000, 1_000] } }] };
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': textOf(content) } });
    await bobPushes(trial, 'checkout', contentOf(content));
    const { stdout } = await trial.run(line.split(' '));
    expect(stdout.replace(/127\.0\.0\.1:\d+/, 'toggles.example.com')).toBe(output);
  });

  it('names the current version, which is the version that the action runs', () => {
    expect(new Set([...page.matchAll(/action@v([\d.]+)/g)].map(([, each]) => each))).toEqual(new Set([version]));
    expect(readFileSync(join(action, 'run.sh'), 'utf8')).toContain(`toggle-targeting@${version})`);
    expect([...page.matchAll(/toggle-targeting@([\d.]+)/g)].map(([, each]) => each)).toEqual([version]);
  });
});

describe('the workflows', () => {
  it('write the plan into one comment and update it', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-plan')).toEqual([0]);
    expect(runner.comments()).toEqual([
      expect.stringMatching(
        /^<!-- toggle-targeting online -->\nCommit [0-9a-f]{40}\n\n### Plan for online\\: 1 to push/,
      ),
    ]);
    trial.folder.write('online/checkout.targeting.json', textOf());
    expect(await runner.steps('targeting-plan')).toEqual([0]);
    expect(runner.comments()).toEqual([expect.stringContaining('0 to push, 1 up to date')]);
    expect(readFileSync(trial.folder.path('summary.md'), 'utf8')).toMatch(/1 to push[^]*0 to push/);
    expect(trial.sent()).toEqual([]);
  });

  it('leave the comment unchanged if the pull request has a newer commit', async () => {
    const trial = await deployTrial({ files });
    const more = { ARGUMENTS: 'plan --env online', COMMENT: 'online', GH_HEAD: 'f'.repeat(40) };
    const { code, stdout } = await runnerOf(trial).shell(`"${action}/run.sh"`, more);
    expect([code, stdout]).toEqual([2, expect.stringContaining('the pull request has another commit now.')]);
    expect(runnerOf(trial).comments()).toEqual([]);
  });

  it('fail for a file that cannot be planned, and report it in the comment', async () => {
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': '{' } });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-plan')).toEqual([1]);
    expect(runner.comments()).toEqual([expect.stringContaining('1 error in the file')]);
  });

  it('report in the comment which organization rule refuses the plan, and where that rule is', async () => {
    const trial = await deployTrial({ files, config: { rules: { 'max-step': 25 } } });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-plan')).toEqual([4]);
    const [comment] = runner.comments();
    expect(comment?.replaceAll('\\', '')).toContain(
      '"max-step" allows 25% per push. See targeting.config.json, line 1 ("max-step": 25).',
    );
    expect(trial.sent()).toEqual([]);
  });

  it('split arguments like a shell, and fail if the comment cannot be written', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    const run = (more: Readonly<Record<string, string>>) => runner.shell(`"${action}/run.sh"`, more);
    const quoted = "plan --env online\n--out plan.json --comment 'Two words, $HOME' --exit-code";
    expect((await run({ ARGUMENTS: quoted, COMMENT: '' })).code).toBe(3);
    expect(readFileSync(trial.folder.path('plan.json'), 'utf8')).toContain('"Two words, $HOME"');
    trial.folder.write('bin/gh', '#!/usr/bin/env bash\nexit 1\n');
    await prints(
      run({ ARGUMENTS: 'plan --env online', COMMENT: 'online' }),
      2,
      '::error::The comment could not be written.',
    );
    expect((await run({ ARGUMENTS: 'plan --env online --exit-code', COMMENT: 'online' })).code).toBe(3);
  });

  it('apply the protected branch, and report drift only after another push', async () => {
    const trial = await deployTrial({ files });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-apply')).toEqual([0, 0]);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
    expect(await runner.steps('targeting-drift')).toEqual([0]);
    await bobPushes(trial, 'checkout', contentOf());
    expect(await runner.steps('targeting-drift')).toEqual([3]);
  });

  it('apply nothing if another file cannot be planned', async () => {
    const trial = await deployTrial({ files: { ...files, 'online/other.targeting.json': '{' } });
    expect(await runnerOf(trial).steps('targeting-apply')).toEqual([1, 1]);
    expect(trial.sent()).toEqual([]);
  });

  it('raise a share to the next stop once the last one is live', async () => {
    const at = (...shares: readonly number[]) => contentOf({ defaultServe: { split: shares } });
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': textOf(at(5_000, 5_000)) } });
    await bobPushes(trial, 'checkout', at(5_000, 5_000));
    trial.git('init', '-q', '--bare', 'origin.git');
    trial.git('remote', 'add', 'origin', trial.folder.path('origin.git'));
    const runner = runnerOf(trial);
    // An unmerged pull request is created again.
    for (let time = 0; time < 2; time += 1) {
      expect(await runner.steps('targeting-step')).toEqual([0, 0, 0]);
      trial.git('switch', 'main');
    }
    expect(runner.comments()).toEqual([
      expect.stringMatching(
        /^<!-- toggle-targeting online -->\nCommit [0-9a-f]{40}\n\n### Plan for online\\: 1 to push/,
      ),
    ]);
    trial.git('merge', '--ff-only', 'origin/ramp-checkout');
    expect(await runner.steps('targeting-step')).toEqual([4]);
    expect(await runner.steps('targeting-apply')).toEqual([0, 0]);
    expect(trial.serves('online', 'checkout')).toEqual({ split: [0, 10_000] });
    expect(await runner.steps('targeting-step')).toEqual([3]);
  });

  it('annotate the lines where a code change adds calls, without a token', async () => {
    const trial = await deployTrial({ files, environments: { online: {} }, config: { code: { complete: true } } });
    const runner = runnerOf(trial);
    expect(await runner.steps('targeting-code')).toEqual([0]);
    const calls = ['checkout', 'new_ui'].map((key) => `fp.booleanValue('${key}', user, false);\n`);
    trial.folder.write('a.ts', `import { FeatureProbe } from 'featureprobe-server-sdk-node';\n${calls.join('')}`);
    trial.git('add', '-A');
    trial.git('commit', '-qm', 'Ask for a new toggle');
    expect(await runner.steps('targeting-code')).toEqual([3]);
    const warnings = readFileSync(trial.folder.path('summary.md'), 'utf8').match(/^::warning .*$/gm);
    expect(warnings).toEqual([
      expect.stringMatching(/^::warning file=a\.ts,line=3,.*::Adds a call of new_ui/) as string,
    ]);
    expect(trial.service.requests).toEqual([]);
  });

  it('plan and apply on GitLab', async () => {
    const trial = await deployTrial({ files });
    const { shell } = runnerOf(trial);
    const jobs = load(textNamed('.gitlab-ci.yml')) as Readonly<
      Record<string, Readonly<Record<string, readonly string[]>>>
    >;
    const [plan, apply] = ['targeting-plan', 'targeting-apply'].map((name) =>
      [...(jobs['default']?.['before_script'] ?? []), ...(jobs[name]?.['script'] ?? [])].join('\n'),
    );
    await prints(shell(plan ?? ''), 0, '### Plan for online');
    expect((await shell(`set -e\n${apply}`)).code).toBe(0);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
  });
});

/** Everything but code in the rendered Markdown: HTML, and the tag of each token. */
function outsideOfCode(markdown: string): string {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens
    .filter(({ type }) => type !== 'fence' && type !== 'code_block')
    .flatMap((token) => [token, ...(token.children ?? [])])
    .flatMap(({ type, content, tag }) => (type === 'code_inline' ? [] : [type.startsWith('html') ? content : '', tag]))
    .join(' ');
}

describe('the action', () => {
  it('shows file names in summary and comment as code, whatever the command prints', async () => {
    const names = [
      '![x](https:--evil.example-a.png) [Approve](https:evil.example) @team <img src=x>',
      '````````` ~~~ <code><pre><b>',
      '``` a\n```\n~~~\n\n<b>Approve<b>\r\n\n````\n<i>b',
      '\u2028```\u2028<b>',
      '!`` first',
    ];
    for (const command of ['plan --env online --format markdown', 'plan --env online', 'check']) {
      const broken = Object.fromEntries(names.map((name) => [`online/${name}.targeting.json`, '{']));
      const trial = await deployTrial({ files: { ...files, ...broken } });
      // The message about this link goes to stderr.
      symlinkSync('/dev/null', trial.folder.path(`online/<b>${names[1] ?? ''}.targeting.json`));
      const runner = runnerOf(trial);
      await runner.shell(`"${action}/run.sh"`, { ARGUMENTS: command, COMMENT: 'online' });
      const summary = readFileSync(trial.folder.path('summary.md'), 'utf8');
      const comment = runner.comments()[0]?.replace(/^<!--.*-->\n/, '') ?? '';
      for (const shown of [summary, comment]) {
        expect(shown).toContain('link');
        for (const word of ['Approve', 'pre']) expect(shown).toContain(word);
        expect(outsideOfCode(shown)).not.toMatch(/<|\b(?:img|a|b|i)\b/);
        for (const [, fence = '', enclosed] of shown.matchAll(/^(`{3,})\n([^]*?)\n\1$/gm))
          expect(enclosed).not.toContain(fence);
      }
    }
  });

  const run = (trial: DeployTrial, more: Readonly<Record<string, string>>) =>
    runnerOf(trial).shell(`"${action}/run.sh"`, { ARGUMENTS: 'plan --env online', COMMENT: '', ...more });

  it('installs its version from the public registry into its own folder', async () => {
    const trial = await deployTrial({ files });
    expect((await run(trial, {})).code).toBe(0);
    const log = readFileSync(trial.folder.path('npm.log'), 'utf8');
    const [, folder = '', prefix, options] = /^(.+) install --prefix (.+) (--userconfig .*)\n$/.exec(log) ?? [];
    expect([folder, dirname(dirname(folder))]).toEqual([prefix, trial.folder.path('.').replace(/\/$/, '')]);
    expect(options).toBe(
      `--userconfig /dev/null --registry https://registry.npmjs.org --ignore-scripts --no-audit --no-fund toggle-targeting@${version}`,
    );
  });

  it('runs no code and uses no registry from the checkout, with the real npm', async () => {
    const trial = await deployTrial({ files });
    const bin = 'node_modules/toggle-targeting/cli.js';
    trial.folder.write(bin, '#!/usr/bin/env node\nconsole.log("CODE OF THE CHECKOUT");\n');
    chmodSync(trial.folder.path(bin), 0o755);
    const manifest = { name: 'toggle-targeting', version, bin: { 'toggle-targeting': 'cli.js' } };
    trial.folder.write('node_modules/toggle-targeting/package.json', JSON.stringify(manifest));
    mkdirSync(trial.folder.path('node_modules/.bin'));
    symlinkSync('../toggle-targeting/cli.js', trial.folder.path('node_modules/.bin/toggle-targeting'));
    trial.folder.write('.npmrc', `registry=${trial.service.url}\nignore-scripts=false\n`);
    const { code, stdout } = await run(trial, {
      ...{ PATH: process.env['PATH'] ?? '', npm_config_offline: 'true', npm_config_cache: trial.folder.path('cache') },
    });
    expect(stdout).not.toContain('CODE OF THE CHECKOUT');
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining('https://registry.npmjs.org/toggle-targeting') as string,
    ]);
    expect(stdout).not.toContain(trial.service.url);
  });

  it('does not edit a comment by another author, even if it begins with our marker', async () => {
    const trial = await deployTrial({ files });
    const theirs = '<!-- toggle-targeting online -->\nNothing to see';
    trial.folder.write('comments/1', theirs);
    trial.folder.write('comments/1.login', 'mallory\n');
    const runner = runnerOf(trial);
    for (let time = 0; time < 2; time += 1) expect(await runner.steps('targeting-plan')).toEqual([0]);
    expect(runner.comments()).toEqual([theirs, expect.stringContaining('1 to push')]);
  });

  it.each([
    [
      'a quote that is not closed',
      { ARGUMENTS: "plan --env online --comment it's --format json" },
      'A quote in "run" is not closed.',
    ],
    ['no pull request', { COMMENT: 'online', PULL_REQUEST: '' }, 'PULL_REQUEST'],
    ['another address in place of its number', { COMMENT: 'online', PULL_REQUEST: '7/../8' }, 'PULL_REQUEST'],
    ['a comment that is code', { COMMENT: 'a") or (true' }, 'The name of the comment may have'],
    ['a comment that ends the marker', { COMMENT: 'a --> b' }, 'The name of the comment may have'],
    ['a comment of two lines', { COMMENT: 'a\nb' }, 'The name of the comment may have'],
  ])('refuses %s and runs nothing', async (_, given, words) => {
    const trial = await deployTrial({ files });
    await prints(run(trial, given), 2, new RegExp(`^::error::.*${words}.*\n$`));
    expect(trial.service.requests).toEqual([]);
    expect(existsSync(trial.folder.path('comments'))).toBe(false);
  });

  it('appends stderr below the report in the comment', async () => {
    const trial = await deployTrial({ files, environments: { online: { api: 'featureprobe' } } });
    const config = { baseUrl: trial.service.url, project: 'Shop', environments: { online: {} } };
    trial.folder.write('other/targeting.config.json', JSON.stringify({ ...config, files: '(' }));
    trial.folder.write('other/online/a.targeting.json', textOf());
    await run(trial, { COMMENT: 'online' });
    const [comment] = runnerOf(trial).comments();
    expect(comment).toMatch(/Plan for online[^]*\n\n(`{4})\nother\/online\/a\.targeting\.json: .+\n\n\1\n$/);
  });

  it('truncates reports that are too long for the summary or comment, and says so', async () => {
    const wrong = `{ "content": { "variations": [${'{ "value": true },'.repeat(4_900)}{}] } }`;
    const two = { 'online/checkout.targeting.json': wrong, 'online/second.targeting.json': wrong };
    const trial = await deployTrial({ files: two });
    expect((await run(trial, { ARGUMENTS: 'check --format json', COMMENT: 'online' })).code).toBe(1);
    const rest = /\n\n… The rest is in the log of the job.\n$/;
    const [comment] = runnerOf(trial).comments();
    expect(comment).toMatch(rest);
    expect(comment?.length).toBeLessThan(65_536);
    const summary = readFileSync(trial.folder.path('summary.md'));
    expect(summary.toString()).toMatch(rest);
    expect(summary.length).toBeLessThan(2 ** 20);
    // The cut is not within a character.
    expect(
      await run(trial, { ARGUMENTS: 'check --format json', COMMENT: 'chinese', LANG: 'zh_CN.UTF-8' }),
    ).toMatchObject({ code: 1 });
    expect(runnerOf(trial).comments()[1]).not.toContain('\uFFFD');
  });
});
