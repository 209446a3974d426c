/** Tests that on GitHub, text from files or services is not a workflow command, while our annotations are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutCommands } from '../../server/src/cli/reports/workflowCommands.js';
import { commandLineTrials } from '../support/commandLine.js';
import { commandsIn } from '../support/runner.js';
import { deployTrial, textOf } from './deployTrial.js';
import { rounds } from '../support/rounds.js';

const trialWith = commandLineTrials();
const onGitHub = { GITHUB_ACTIONS: 'true' };

const old = '##[stop-commands]x';
/** Contains invisible joiners, which are printed unchanged because some scripts need them. */
const joined = '\u200d:\u200c: #\u200d#\u200c[add-mask]x';
const evil = [old, joined, '::add-mask::x'];
const variations = [
  { name: old, value: old },
  { name: `${joined} ${old}`, value: '::add-mask::x' },
];
const rule = (name: string) => ({
  name,
  conditions: [{ type: 'string', subject: old, predicate: 'is one of', objects: [joined, old] }],
  serve: { select: 1 },
});
const targeting = (more: object = {}) =>
  JSON.stringify({
    comment: old,
    disabled: false,
    content: { variations, rules: evil.map(rule), disabledServe: { select: 0 }, defaultServe: { select: 0 }, ...more },
  });

/** Linux allows these characters in file names. */
const name = process.platform === 'win32' ? 'a' : '::add-mask::##[error]a';
const files = {
  [`${name}.targeting.json`]: targeting({ [old]: 1 }),
  'b.targeting.json': targeting({ rules: [], defaultServe: { select: 1 } }),
  [`${name}.targeting.test.json`]: JSON.stringify({
    cases: [{ name: old, user: { key: old, attributes: { [old]: joined } }, expect: { variation: 'no' } }],
  }),
  'wrong.targeting.json': `{\n::add-mask::x\n "${old}": }`,
};

describe('on GitHub, no command is printed by', () => {
  const file = `./${name}.targeting.json`;
  it.each<readonly [readonly string[]]>([
    [['check']],
    [['check', '--format', 'json']],
    [['check', '--format', 'sarif']],
    [['check', old, '::add-mask::x']],
    [['check', '--format', old]],
    [[joined]],
    [['explain', file]],
    [['evaluate', file, '--key', old, '--attribute', `${old}=${joined}`]],
    [['evaluate', file, '--key', old, '--format', 'json']],
    [['test']],
    [['test', '--coverage']],
    [['test', '--format', 'json']],
    [['test', '--format', 'junit']],
    [['test', '--format', 'tap']],
    [['diff', file, 'b.targeting.json']],
    [['diff', file, 'b.targeting.json', '--format', 'json']],
    [['diff', file, 'b.targeting.json', '--format', 'markdown']],
    [['explain', 'wrong.targeting.json']],
    [['plan', '--env', old]],
    [['apply', old]],
  ])('%j', async (args) => {
    const { stdout, stderr } = await trialWith(files).run(args, { environment: onGitHub });
    expect(`${stdout}${stderr}`).not.toBe('');
    expect([...commandsIn(stdout), ...commandsIn(stderr)]).toEqual([]);
  });

  it('check --fix of standard input, and the JSON value is unchanged', async () => {
    const input = `{ "content": { "variations": [{ "value": true, "name": "${old}" }] } }`;
    const args = ['check', '-', '--fix', '--stdin-file-path', 'x.targeting.json'];
    const { stdout, stderr } = await trialWith({}).run(args, { input, environment: onGitHub });
    expect([...commandsIn(stdout), ...commandsIn(stderr)]).toEqual([]);
    expect(JSON.parse(stdout)).toEqual({ content: { variations: [{ value: 'true', name: old }] } });
  });

  it('evaluate --batch, and the JSON value is unchanged', async () => {
    const input = JSON.stringify({ toggle: 'a', targeting: JSON.parse(targeting()) as unknown, user: { key: 'k' } });
    const { stdout } = await trialWith({}).run(['evaluate', '--batch'], { input, environment: onGitHub });
    expect(commandsIn(stdout)).toEqual([]);
    expect(stdout).toContain(String.raw`"\u0023#[stop-commands]x"`);
    expect(JSON.parse(stdout)).toMatchObject({ value: old });
  });

  it.each([
    [['plan', '--env', 'online']],
    [['plan', '--env', 'online', '--format', 'json']],
    [['plan', '--env', 'online', '--format', 'markdown']],
    [['drift']],
    [['drift', '--format', 'json']],
    [['pull', '--all', '--env', 'online']],
  ])('%j with names from the service', async (args) => {
    const content = { rules: evil.map(rule), defaultServe: { select: 1 }, variations };
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': textOf(content) } });
    const { stdout, stderr } = await trial.run(args, onGitHub);
    expect(stdout).toContain('checkout');
    expect([...commandsIn(stdout), ...commandsIn(stderr)]).toEqual([]);
  });
});

describe('on GitHub, annotations are printed by', () => {
  it.each<readonly [readonly string[], string]>([
    [['check', '--format', 'github'], 'error'],
    [['test', '--format', 'github'], 'error'],
    [['diff', `./${name}.targeting.json`, 'b.targeting.json', '--format', 'github'], 'warning'],
  ])('%j, and no other commands', async (args, level) => {
    const { stdout, stderr } = await trialWith(files).run(args, { environment: onGitHub });
    const commands = commandsIn(stdout);
    expect(commands.map(({ command }) => command)).toContain(level);
    expect(commands.filter(({ line }) => !/^::(?:error|warning|notice)[ :]/.test(line))).toEqual([]);
    expect(commandsIn(stderr)).toEqual([]);
  });

  it('plan', async () => {
    const trial = await deployTrial({
      files: { 'online/checkout.targeting.json': textOf({ rules: evil.map(rule), variations }) },
    });
    const { stdout } = await trial.run(['plan', '--env', 'online', '--format', 'github'], onGitHub);
    const lines = stdout.trimEnd().split('\n');
    expect(commandsIn(stdout)).toEqual(lines.map((line) => ({ command: 'notice', line })));
  });

  it('check --fix, but not for the names of fixed files', async () => {
    const trial = trialWith({ [`${name}.targeting.json`]: '{ "content": { "variations": [{ "value": true }] } }' });
    const { stdout } = await trial.run(['check', '--fix', '--format', 'github'], { environment: onGitHub });
    expect(stdout).toContain('fixed 1 non-string-value');
    expect(commandsIn(stdout).filter(({ line }) => line.includes('fixed 1'))).toEqual([]);
  });
});

it('withoutCommands() removes all commands from random text, and keeps values in JSON', () => {
  const parts = [...Array.from(':\\"#[] \t\u200d\xad\u2028\x85\ufeff\n\r'), '::', '##[', 'error', 'add-mask', 'a=b'];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((chosen) => chosen.join(''));
  fc.assert(
    fc.property(text, (made) => {
      expect(commandsIn(withoutCommands(made))).toEqual([]);
      expect(JSON.parse(withoutCommands(JSON.stringify({ [made]: made })))).toEqual({ [made]: made });
    }),
    { numRuns: rounds(20_000), seed: 1 },
  );
});

it('text is printed unchanged outside of GitHub', async () => {
  expect((await trialWith(files).run(['explain', `./${name}.targeting.json`])).stdout).toContain(old);
});
