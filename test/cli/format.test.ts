/** Tests that `format` changes white space alone, says what it did, and leaves what it cannot format. */
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_FORMATTED_LENGTH } from '../../server/src/core/json/format.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials } from '../support/commandLine.js';

const name = 'x.targeting.json';
const untidy = '{"content":{"rules":[{}]}}\n';
const tidy = '{\n  "content": {\n    "rules": [{}]\n  }\n}\n';
const trialWith = commandLineTrials();

const read = (trial: CommandLineTrial, path = name) => readFileSync(trial.path(path), 'utf8');

describe('format', () => {
  it('writes the files that are not laid out yet, and names them', async () => {
    const trial = trialWith({ 'a/x.targeting.json': untidy, 'b/y.targeting.json': tidy, 'other.json': untidy });
    const before = statSync(trial.path('b/y.targeting.json'));
    expect(await trial.run(['format'])).toEqual({
      code: 0,
      stdout: 'a/x.targeting.json\nFiles that changed: 1 of 2.\n',
      stderr: '',
    });
    expect(read(trial, 'a/x.targeting.json')).toBe(tidy);
    expect(read(trial, 'other.json')).toBe(untidy);
    const after = statSync(trial.path('b/y.targeting.json'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(await trial.run(['format', '--check'])).toMatchObject({
      code: 0,
      stdout: 'Files that would change: 0 of 2.\n',
    });
  });

  it('writes nothing with --check, and ends with exit code 1 where it would', async () => {
    const trial = trialWith({ 'a/x.targeting.json': untidy, 'b/y.targeting.json': tidy });
    expect(await trial.run(['format', '--check', 'a', 'b'])).toEqual({
      code: 1,
      stdout: 'a/x.targeting.json\nFiles that would change: 1 of 2.\n',
      stderr: '',
    });
    expect(read(trial, 'a/x.targeting.json')).toBe(untidy);
  });

  it('keeps the byte order mark, line ends, comments and mode, and leaves no other file behind', async () => {
    const trial = trialWith({ [name]: '\uFEFF{"content":\r\n{"rules":[{}]}} // c' });
    chmodSync(trial.path(name), 0o640);
    expect(await trial.run(['format'])).toMatchObject({ code: 0, stderr: '' });
    expect(read(trial)).toBe('\uFEFF{\r\n  "content": {\r\n    "rules": [{}]\r\n  }\r\n} // c');
    if (process.platform !== 'win32') expect(statSync(trial.path(name)).mode & 0o777).toBe(0o640);
    expect(readdirSync(trial.path('.'))).toEqual([name]);
  });

  it('leaves what is no JSON, no UTF-8 or too large, says so, and formats the rest', async () => {
    const trial = trialWith({
      'broken.targeting.json': '{ "disabled":: true }',
      [name]: untidy,
      'empty.targeting.json': '',
    });
    writeFileSync(trial.path('latin.targeting.json'), Buffer.from([0x7b, 0xe4, 0x7d]));
    writeFileSync(trial.path('long.targeting.json'), `["${'x'.repeat(MAX_FORMATTED_LENGTH)}"]`);
    for (const check of [['--check'], []]) {
      const { code, stdout, stderr } = await trial.run(['format', ...check, '.', 'gone.json']);
      expect({ code, stdout: stdout.split('\n')[0] }).toEqual({ code: 2, stdout: name });
      expect(stderr.split('\n').sort()).toEqual([
        '',
        '"broken.targeting.json" has syntax errors, so it is not formatted.',
        '"empty.targeting.json" has syntax errors, so it is not formatted.',
        '"gone.json" does not exist.',
        '"latin.targeting.json" is not UTF-8, so it is not formatted.',
        '"long.targeting.json" is larger than 2 MiB, so it is not formatted.',
      ]);
    }
    expect(read(trial)).toBe(tidy);
    expect(read(trial, 'broken.targeting.json')).toBe('{ "disabled":: true }');
  });

  it.runIf(process.platform !== 'win32')('writes nothing through a link, and follows none that leads out', async () => {
    const trial = trialWith({ 'in/real.json': untidy, 'in/.git/HEAD': '', 'out.targeting.json': untidy });
    symlinkSync('real.json', trial.path('in/x.targeting.json'));
    symlinkSync('../out.targeting.json', trial.path('in/y.targeting.json'));
    const { code, stdout, stderr } = await trial.run(['format'], { folder: 'in' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'Files that changed: 0 of 1.\n' });
    expect(stderr).toBe(
      '"y.targeting.json" leads out of the folder and was not followed; only check, format and test do, with --follow-links.\n"x.targeting.json" is a link, so it is not formatted.\n',
    );
    expect([read(trial, 'in/real.json'), read(trial, 'out.targeting.json')]).toEqual([untidy, untidy]);
  });

  it.each([
    [
      ['format', '--format', 'json'],
      'The option --format belongs to check, evaluate, test, diff, compare, code, export, step, plan, drift, not to format.',
    ],
    [['format', '--fix'], 'The option --fix belongs to check, not to format.'],
    [['check', '--check'], 'The option --check belongs to format, not to check.'],
    [['formt'], 'There is no command "formt". Did you mean format?'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await trialWith({}).run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('speaks Chinese where the terminal does', async () => {
    const bundle = readFileSync(`${import.meta.dirname}/../../l10n/bundle.l10n.zh-cn.json`, 'utf8');
    const trial = trialWith({ [name]: untidy, 'l10n/bundle.l10n.zh-cn.json': bundle });
    const { stdout } = await trial.runCopy(['format', '--check', name], { environment: { LANG: 'zh_CN.UTF-8' } });
    expect(stdout).toBe(`${name}\n需要更改的文件：1 个中有 1 个。\n`);
  });
});
