/** Tests the options of the command line, and its errors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commands } from '../../server/src/cli/commands/all.js';
import { localeOf } from '../../server/src/cli/language.js';
import { bodies, commandLineTrial, complains, prints } from '../support/commandLine.js';

const trial = commandLineTrial({
  'error.targeting.json': bodies.error,
  'warning.targeting.json': bodies.warning,
  'clean.targeting.json': bodies.clean,
  'hints/targeting.config.json': '{ "environments": { "dev": {} }, "problems": { "non-string-value": "hint" } }',
  'hints/hint.targeting.json': bodies.warning,
});
afterAll(() => trial.dispose());

const pages = ['command-line.md', 'local-applications.md', 'pipelines.md', 'ramps.md']
  .map((name) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'))
  .join('');

it('check exits with 1 if a problem reaches --fail-on, and with 2 if a file could not be checked', async () => {
  for (const [code, ...args] of [
    [0, 'clean.targeting.json'],
    [1, 'error.targeting.json'],
    [1, 'warning.targeting.json'],
    [0, 'hints'],
    [0, 'warning.targeting.json', '--fail-on', 'error'],
    [1, 'warning.targeting.json', '--fail-on', 'warning'],
    [1, 'error.targeting.json', '--fail-on=hint'],
    [0, 'hints', '--fail-on', 'information'],
    [1, 'hints', '--fail-on', 'hint'],
    [0, 'clean.targeting.json', '--fail-on', 'hint'],
    [2, 'error.targeting.json', 'gone.json'],
  ] as const)
    expect.soft([(await trial.run(['check', ...args])).code, ...args]).toEqual([code, ...args]);
});

it('an invalid command line leads to exit code 2 and a message on stderr', async () => {
  for (const [args, message] of [
    [[], 'Specify a command: toggle-targeting check [files, folders, globs]'],
    [['chek'], 'Unknown command "chek". Did you mean "check"?'],
    [['frob'], 'Unknown command "frob".\n'],
    [['check', '--jsn'], 'Unknown option --jsn.\n'],
    [['check', '--formt', 'json'], 'Unknown option --formt. Did you mean "--format"?'],
    [['check', '-q'], 'Unknown option -q.\n'],
    [['check', '--format', 'xml'], '--format must be one of text, json, sarif, github, not xml.'],
    [['check', '--format'], 'The option --format needs a value.'],
    [['check', '--fail-on', 'off'], '--fail-on must be one of error, warning, information, hint, not off.'],
    [['check', '--max-problems', '-1'], '--max-problems must be a number, not -1.'],
    [['plan', '--env', 'dev', '--env=online'], 'The option --env takes one value. Give it once.'],
    [['plan', '--env='], 'The option --env needs a value.'],
    [['plan', '--env', 'dev', '--submit'], 'The option --submit belongs to apply, not to plan.'],
    [['git', 'install', '--local', '--global'], '--local and --global exclude each other. Give one of them.'],
    [['check', '--fix=yes'], 'The option --fix takes no value.'],
    [['check', '-'], 'Standard input (-) needs a file name: --stdin-file-path NAME'],
    [
      ['check', '-', 'a.json', '--stdin-file-path', 'b.json'],
      'Standard input cannot be checked together with other files.',
    ],
    [['check', '--stdin-file-path', 'b.json'], '--stdin-file-path names the file on standard input: add -'],
  ] as const) {
    const { code, stdout, stderr } = await trial.run(args);
    expect.soft({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    expect.soft(stderr).toContain(message);
    expect.soft(stderr).toContain('--help');
  }
});

describe('the command line prints', () => {
  it('its version', async () =>
    expect(await trial.run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' }));

  const helpOf = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await trial.run([...args, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of stdout.split('\n')) expect.soft(line.length, line).toBeLessThanOrEqual(112);
    return stdout;
  };

  it('one line per command', async () => {
    const names = [...(await helpOf()).matchAll(/^ {2}(\w+) {2,}[A-Z].*\.$/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(commands));
    expect(names.slice(0, 5)).toEqual(['check', 'diff', 'plan', 'apply', 'pull']);
    expect((await trial.run(['-h'])).stdout).toBe(await helpOf());
  });

  it('the usage of each command, with only the options and exit codes of that command', async () => {
    for (const [command, { options }] of Object.entries(commands)) {
      const page = await helpOf(command);
      expect.soft(page).toMatch(new RegExp(`^Usage: toggle-targeting ${command} `));
      const [before = '', after = ''] = page.split('Exit codes:\n');
      const shown = [...before.matchAll(/^ {2}--([\w-]+)(?: \S+)? {2,}\S.*\.$/gm)].map(([, option]) => option);
      expect.soft(shown, command).toEqual(options);
      expect.soft(after, command).toMatch(/^(?: {2}[0-6] {2}[A-Z].*\.\n){2,}$/);
    }
  });

  it('only documented options', () => {
    for (const option of new Set(Object.values(commands).flatMap(({ options }) => options)))
      expect.soft(pages).toMatch(new RegExp(`--${option}(?![\\w-])`));
  });

  it('that a command does not exist if its help is requested', async () => {
    await complains(trial.run(['chek', '--help']), 2, 'Did you mean "check"?');
  });

  it('Chinese in a Chinese locale, or English if the translation is missing', async () => {
    const contents = JSON.stringify({ 'No problems in {0} files.': '{0} 个文件中没有问题。' });
    const installed = commandLineTrial({
      'l10n/bundle.l10n.zh-cn.json': contents,
      'a/clean.targeting.json': bodies.clean,
    });
    installed.write('a/b.targeting.json', bodies.clean);
    const chinese = '2 个文件中没有问题。\n';
    const english = 'No problems in 2 files.\n';
    const stdout = async (environment: Readonly<Record<string, string>>) =>
      (await installed.runCopy(['check', 'a'], { environment })).stdout;
    expect(await stdout({ LANG: 'zh_CN.UTF-8' })).toBe(chinese);
    expect(await stdout({ LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' })).toBe(chinese);
    expect(await stdout({ LANG: 'zh_CN.UTF-8', LC_ALL: 'C.UTF-8' })).toBe(english);
    expect(await stdout({ LANG: 'zh_CN.UTF-8', LC_ALL: '' })).toBe(chinese);
    expect(await stdout({ LANG: 'en_US.UTF-8', TOGGLE_TARGETING_LANG: 'zh-CN' })).toBe(chinese);
    expect(localeOf({ LANG: '' }, 'zh-CN')).toBe('zh-cn');
    installed.remove('l10n/bundle.l10n.zh-cn.json');
    expect(await stdout({ LANG: 'zh_CN.UTF-8' })).toBe(english);
    installed.dispose();
  });
});

describe('the report of many problems', () => {
  it('shows at most --max-problems problems, and the total number', async () => {
    const args = ['check', 'error.targeting.json', 'warning.targeting.json'];
    const { stdout, code } = await trial.run([...args, '--max-problems', '1']);
    expect(stdout.match(/\[/g)).toHaveLength(1);
    expect(stdout).toContain(
      '2 problems in 2 of 2 files: 1 error, 1 warning. Only 1 is shown. 1 can be fixed with --fix. ' +
        'Failed: 1 error, 1 warning (--fail-on warning).\n',
    );
    expect(code).toBe(1);
    expect((await trial.run([...args, '--max-problems', '0'])).stdout).toMatch(/^2 problems/);
  });

  it('shows with --quiet only problems that fail the check, or nothing without such problems', async () => {
    await prints(
      trial.run(['check', '--quiet', '--fail-on', 'error']),
      1,
      /^error\.targeting\.json:1:15 error\[wrong-type\] [^[]*\n\n$/,
    );
    expect(await trial.run(['check', 'warning.targeting.json', '--quiet', '--fail-on', 'error'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('standard input', () => {
  const args = (name: string) => ['check', '-', '--stdin-file-path', name];

  it('is reported under the given name', async () => {
    await prints(
      trial.run(args('sub/x.targeting.json'), { input: bodies.error }),
      1,
      /^sub\/x\.targeting\.json:1:15 error\[wrong-type\]/,
    );
  });

  it('uses the severities in the config nearest to the given name', async () => {
    const { stdout } = await trial.run(args('hints/new.targeting.json'), { input: bodies.warning });
    expect(stdout).toMatch(/^hints\/new\.targeting\.json:1:14 hint\[non-string-value\]/);
  });

  it('is checked as a config if its given name is that of a config', async () => {
    const { stdout } = await trial.run(args('a/targeting.config.json'), { input: '{}' });
    expect(stdout).toMatch(/^a\/targeting\.config\.json:1:1 error\[invalid-config\]/);
  });

  it('is checked even if it is empty', async () =>
    expect((await trial.run(args('x.targeting.json'))).stdout).toMatch(/^x\.targeting\.json:1:1 error\[syntax\]/));
});
