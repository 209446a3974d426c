/** Tests docs/command-line.md against the command line: shown output, options, and the commands and JSON of other pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLineTrials, commitAll } from '../support/commandLine.js';
import { cityIs, condition, pretty, targetingOf } from '../support/targeting.js';
import { config, onIn } from './localFiles.js';

const trialWith = commandLineTrials();
const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const page = textOf('docs/command-line.md');
const whoGetsWhat = textOf('docs/who-gets-what.md');

const clean = Object.fromEntries(Array.from({ length: 119 }, (_, index) => [`prod/${index}.targeting.json`, '{}\n']));
const outOfRange = `{
  "content": {
    "defaultServe": { "select": 2 },
    "variations": [{ "value": "a" }, { "value": "b" }]
  }
}
`;
const targeting = (change: object = {}) => pretty(targetingOf(change));
const evaluated = {
  'dev/checkout.targeting.test.json': /```json\n(\{\n {2}"cases"[^`]*)```/.exec(page)?.[1] ?? '',
  'targeting.users.json': JSON.stringify({
    users: [{ name: 'ada', attributes: { city: 'Paris', app_version: '2.5.0' } }],
  }),
  'dev/accounts.targeting.json': targeting({ defaultServe: { select: 1 } }),
  'dev/checkout.targeting.json': targeting({
    prerequisites: [{ key: 'accounts', type: 'boolean', value: 'true' }],
    rules: [
      {
        name: 'beta',
        serve: { select: 1 },
        conditions: [cityIs('Paris', 'Nice'), condition('semver', 'app_version', '>=', '2.4.0')],
      },
      { serve: { split: [5_000, 5_000] }, conditions: [] },
    ],
  }),
};

const withCode = {
  'targeting.config.json': JSON.stringify({ environments: { dev: {} }, code: { complete: true } }),
  ...Object.fromEntries(['banner', 'checkout', 'old'].map((key) => [`${key}.targeting.json`, targeting()])),
  'src/app.js': [
    "import { FeatureProbe } from 'featureprobe-server-sdk-node';",
    "fp.booleanValue('banner', user, false);",
    "fp.numberValue('checkout', user, 0);",
    'fp.booleanValue(Keys.CHECKOUT, user, false);',
    "fp.booleanValue('chekout', user, false);",
    'fp.booleanValue(key, user, false);',
  ].join('\n'),
  'src/keys.js': 'export const Keys = { CHECKOUT: "checkout" };\n',
};

const examples: Readonly<Record<string, { readonly files: Readonly<Record<string, string>>; readonly code: number }>> =
  {
    check: { files: { ...clean, 'dev/checkout.targeting.json': outOfRange }, code: 1 },
    evaluate: { files: evaluated, code: 0 },
    explain: { files: evaluated, code: 0 },
    test: { files: evaluated, code: 0 },
    code: { files: withCode, code: 1 },
  };

describe('docs/command-line.md', () => {
  const shown = [...page.matchAll(/```\n\$ toggle-targeting ((\w+)[^\n]*)\n([^`]*)```/g)];

  it('shows examples of check, evaluate, explain, test and code', () =>
    expect([...new Set(shown.map(([, , command]) => command))]).toEqual(Object.keys(examples)));

  it.each(shown.map(([, line = '', command = '', output = '']) => [line, command, output]))(
    'shows the output of %s',
    async (line, command, output) => {
      const { files = {}, code } = examples[command] ?? {};
      expect(await trialWith(files).run(line.split(' '))).toEqual({ code, stdout: output, stderr: '' });
    },
  );

  it('shows the output of diff', async () => {
    const [, shown = ''] = /```\n(dev[^`]*The default split[^`]*)```/.exec(page) ?? [];
    const splitInto = (...split: readonly number[]) => {
      const variations = ['off', 'on', 'hybrid'].map((name) => ({ name, value: name }));
      return targeting({ rules: [], defaultServe: { split }, variations });
    };
    const trial = trialWith({ 'dev/checkout.targeting.json': splitInto(1_000, 1_000, 8_000) });
    commitAll(trial);
    trial.write('dev/checkout.targeting.json', splitInto(2_000, 1_000, 7_000));
    expect((await trial.run(['diff', '--git', 'HEAD'])).stdout).toContain(shown);
  });

  it('shows the conflict that a merge writes', async () => {
    const [, shown = ''] = /```\n( +\{\n[^`]*<<<<<<< [^`]*)```/.exec(page) ?? [];
    const whole = (rule: string) =>
      `{\n  "content": {\n    "rules": [\n${rule}      { "name": "staff" }\n    ]\n  }\n}\n`;
    const side = (kept: string) => whole(shown.replace(/<{7}.*\n([^]*?)={7}\n([^]*?)>{7}.*\n/, kept));
    const [ours, theirs] = [side('$1'), side('$2')];
    const trial = trialWith({ ours, theirs, base: ours.replace('"select": 0', '"select": 1') });
    expect(shown).not.toBe('');
    await trial.run(['git', 'merge', '--', 'base', 'ours', 'theirs', 'dev/checkout.targeting.json']);
    expect(readFileSync(trial.path('ours'), 'utf8')).toBe(whole(shown));
  });

  it('shows the words of both sides of a Git diff', async () => {
    const [, shown = ''] = /```diff\n([^`]*)```/.exec(page) ?? [];
    const wordsOf = (signs: string) =>
      shown.split('\n').flatMap((line) => (line !== '' && signs.includes(line[0] ?? '') ? [line.slice(1)] : []));
    const beta = (select: number) => ({ name: 'beta', serve: { select }, conditions: [cityIs('Paris')] });
    const ends = condition('string', 'email', 'ends with', '@example.com');
    const values = { variations: [{ value: 'off' }, { value: 'on' }] };
    const trial = trialWith({
      'before.targeting.json': targeting({ rules: [beta(0)], ...values }),
      'after.targeting.json': targeting({
        rules: [beta(1), { name: 'staff', serve: { select: 1 }, conditions: [ends] }],
        ...values,
      }),
    });
    for (const [side, signs] of [
      ['before', ' -'],
      ['after', ' +'],
    ] as const)
      expect((await trial.run(['explain', `${side}.targeting.json`])).stdout).toContain(wordsOf(signs).join('\n'));
  });

  it('names every JSON field of evaluate', async () => {
    const args = ['evaluate', 'dev/checkout.targeting.json', '--format', 'json', '--sdk', 'node', '--user', 'ada'];
    const { stdout } = await trialWith(evaluated).run(args);
    for (const field of Object.keys(JSON.parse(stdout) as object)) expect(page).toContain(`\`${field}\``);
  });

  it('has a row for each option, and each command accepts its options', async () => {
    const sections = page.split(/^## /m).map((section) => section.split(/^\| Option \|/m));
    const commands = sections.map(([before = '', options = '']) => ({
      command: /`toggle-targeting (\w+)/.exec(before)?.[1] ?? '',
      options: [...options.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, row = '']) => row.match(/--[\w-]+/g) ?? []),
    }));
    const all = commands.flatMap(({ command, options }) => options.map((option) => [command, option] as const));
    expect(all.length).toBeGreaterThanOrEqual(20);
    const trial = trialWith({});
    for (const [command, option] of all) {
      const { stderr } = await trial.run([command, option]);
      expect(stderr, `${command} ${option}`).not.toMatch(/Unknown option|belongs to/);
    }
  });
});

describe('each command line in README and docs', () => {
  const pages = ['README.md', ...readdirSync(join(root, 'docs'), { encoding: 'utf8' }).map((name) => `docs/${name}`)];
  const lines = pages
    .filter((path) => path.endsWith('.md'))
    .flatMap(
      (path) => textOf(path).match(/(?:(?<=`|\$ |npx |entry: )toggle-targeting|node dist\/cli\.js) [^`\n]*/g) ?? [],
    );
  const known = new Set(lines.map((line) => line.replace(/^(?:toggle-targeting|node dist\/cli\.js) /, '').trim()));

  // pipelines.test.ts tests commands that talk to a service, compare.test.ts `compare`, and recipes/ local applications.
  it.each([...known].filter((line) => !/^(?:plan|apply|drift|pull|step|compare|serve|export) /.test(line)))(
    'runs without errors: toggle-targeting %s',
    async (line) => {
      const args = line
        .replace(/ \[[^\]]*\]$| > .*$/, '')
        .replace(/\b(?:FILE|BEFORE|AFTER)\b/g, 'dev/checkout.targeting.json')
        .split(' ');
      const trial = trialWith({ ...evaluated, ...(args[0] === 'code' && withCode) });
      if (args[0] === 'git' || args.includes('--git')) commitAll(trial);
      const { code, stderr } = await trial.run(args);
      expect(stderr).toBe('');
      expect(code).not.toBe(2);
    },
  );
});

describe('each JSON example of a task page', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'command-line.md');
  const examples = pages.flatMap((name) =>
    [...textOf(`docs/${name}`).matchAll(/^ *```json\n([^`]*)```/gm)].map(([, text = '']) => [name, text] as const),
  );

  it('is found', () => expect(examples.length).toBeGreaterThanOrEqual(7));

  it.each(examples)('has no problems: %s', async (_, text) => {
    const path = 'users' in (JSON.parse(text) as object) ? 'targeting.users.json' : 'targeting.config.json';
    expect((await trialWith({ [path]: text }).run(['check', path])).stdout).toBe('No problems in 1 file.\n');
  });
});

it('docs/local-applications.md shows the output of serve', async () => {
  const [, shown = ''] =
    /\$ npx toggle-targeting serve --env dev\n([^`]*)```/.exec(textOf('docs/local-applications.md')) ?? [];
  const toggles = { 'dev/a.targeting.json': onIn('Paris'), 'dev/b.targeting.json': onIn('Rome') };
  const child = trialWith({ 'targeting.config.json': config, ...toggles }).start([
    'serve',
    '--env',
    'dev',
    '--port',
    '0',
  ]);
  onTestFinished(() => void child.kill());
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.length >= shown.length) break;
  }
  expect(printed.replace(/:\d+$/m, ':4007')).toBe(shown);
});

it('docs/who-gets-what.md shows users with the values that it describes', async () => {
  const [, users = ''] = /```json\n([^`]*)```/.exec(whoGetsWhat) ?? [];
  const trial = trialWith({ ...evaluated, 'targeting.users.json': users });
  const asked = async (name: string) =>
    (await trial.run(['evaluate', 'dev/checkout.targeting.json', '--user', name])).stdout;
  expect(await asked('ada')).toContain('Result: 1 (on)');
  expect(await asked('bob')).toContain('lacks "app_version"');
  expect((await trial.run(['check', 'targeting.users.json'])).stdout).toBe('No problems in 1 file.\n');
});
