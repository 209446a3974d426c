/** Tests that `--fix` applies a fix if it is the only one for a problem, and changes nothing else. */
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fixedText } from '../../server/src/cli/check/fixText.js';
import { plainRating } from '../../server/src/core/checks/rating.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { bodies, commandLineTrials } from '../support/commandLine.js';
import { fixAll } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';

const name = 'x.targeting.json';
const trialWith = commandLineTrials();

const read = (trial: CommandLineTrial, path = name) => readFileSync(trial.path(path), 'utf8');

describe('--fix', () => {
  it('applies unambiguous fixes, lists them, and reports the remaining problems', async () => {
    const trial = trialWith({
      'a/x.targeting.json': '{\n  // why\n  "comment": 1,\n  "commant": 2,\n}\n',
      'b/y.targeting.json': bodies.clean,
    });
    expect(await trial.run(['check', '--fix', '--fail-on', 'warning'])).toEqual({
      code: 1,
      stdout: `a/x.targeting.json: fixed 2 syntax, 1 non-string-value
a/x.targeting.json:4:3 warning[unknown-property] Unknown property "commant" in the body.
      4 |   "commant": 2
        |   ^^^^^^^^^

Fixed 3 problems. 1 problem in 1 of 2 files: 1 warning. Failed: 1 warning (--fail-on warning).
`,
      stderr: '',
    });
    expect(read(trial, 'a/x.targeting.json')).toBe('{\n  \n  "comment": "1",\n  "commant": 2\n}\n');
  });

  it('keeps the byte order mark, line endings and mode, and leaves no temporary file', async () => {
    const trial = trialWith({ [name]: '\uFEFF{\r\n  "comment": 1\r\n}' });
    chmodSync(trial.path(name), 0o640);
    expect(await trial.run(['check', '--fix'])).toMatchObject({ code: 0, stderr: '' });
    expect(read(trial)).toBe('\uFEFF{\r\n  "comment": "1"\r\n}');
    if (process.platform !== 'win32') expect(statSync(trial.path(name)).mode & 0o777).toBe(0o640);
    expect(readdirSync(trial.path('.'))).toEqual([name]);
  });

  it('does not write a file if there is nothing to fix', async () => {
    const trial = trialWith({ [name]: '{ "commant": 1 }', 'y.targeting.json': bodies.clean });
    const before = [name, 'y.targeting.json'].map((path) => statSync(trial.path(path)));
    await trial.run(['check', '--fix']);
    const after = [name, 'y.targeting.json'].map((path) => statSync(trial.path(path)));
    expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(before.map(({ ino, mtimeMs }) => [ino, mtimeMs]));
  });

  it('does not fix problems that are turned off, even if the file has other fixes', async () => {
    const config = '{ "environments": { "dev": {} }, "problems": { "non-string-value": "off" } }';
    const trial = trialWith({ [name]: '{ "comment": 1, "disabled": "true" }', 'targeting.config.json': config });
    expect(await trial.run(['check', '--fix'])).toMatchObject({ code: 0, stderr: '' });
    expect(read(trial)).toBe('{ "comment": 1, "disabled": true }');
  });

  it('fixes a config', async () => {
    const trial = trialWith({ 'targeting.config.json': '{ "environments": { "dev": {}, } /* all */ }' });
    expect(await trial.run(['check', '--fix'])).toMatchObject({ code: 0 });
    expect(read(trial, 'targeting.config.json')).toBe('{ "environments": { "dev": {} }  }');
  });

  it.runIf(process.platform !== 'win32')('does not write through a link', async () => {
    const trial = trialWith({ 'real/x.json': bodies.warning });
    symlinkSync('real/x.json', trial.path(name));
    expect(await trial.run(['check', '--fix', '--follow-links', name])).toMatchObject({
      code: 2,
      stderr: '"x.targeting.json" is a link, so it is not changed.\n',
    });
    expect(read(trial, 'real/x.json')).toBe(bodies.warning);
    expect(
      readdirSync(trial.path('.'), { withFileTypes: true })
        .find((entry) => entry.name === name)
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  it.each([[['check']], [['check', '--fix']]])('does not read a file that is not UTF-8: %s', async (args) => {
    const trial = trialWith({});
    const bytes = Buffer.concat([Buffer.from('{ "comment": 1, "q'), Buffer.from([0xe9]), Buffer.from('": 1 }')]);
    writeFileSync(trial.path(name), bytes);
    expect(await trial.run(args)).toMatchObject({
      code: 2,
      stderr: '"x.targeting.json" cannot be read (not UTF-8).\n',
    });
    expect(readFileSync(trial.path(name)).equals(bytes)).toBe(true);
  });

  it('fixes a UTF-8 file that contains the replacement character', async () => {
    const trial = trialWith({ [name]: '{ "comment": 1, "disabled": true, "q\uFFFD": 1 }' });
    await trial.run(['check', '--fix']);
    expect(read(trial)).toContain('"1"');
  });
});

describe('--fix of standard input', () => {
  const args = ['check', '--fix', '-', '--stdin-file-path', name];

  it('prints the fixed text to stdout, and the report to stderr', async () => {
    const { code, stdout, stderr } = await trialWith({}).run(args, { input: '\uFEFF{ "comment": 1, "q": 1 }' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '\uFEFF{ "comment": "1", "q": 1 }' });
    expect(stderr).toContain('x.targeting.json: fixed 1 non-string-value\nx.targeting.json:1:');
    expect(stderr).toContain(
      'Fixed 1 problem. 1 problem in 1 file: 1 warning. Failed: 1 warning (--fail-on warning).\n',
    );
  });

  it('prints the unchanged text if there is nothing to fix', async () =>
    expect(await trialWith({}).run(args, { input: bodies.clean })).toEqual({
      code: 0,
      stdout: bodies.clean,
      stderr: 'No problems in 1 file.\n',
    }));

  it('prints no text if the input is not UTF-8', async () =>
    expect(await trialWith({}).run(args, { input: Buffer.from([0x22, 0xe9, 0x22]) })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Standard input cannot be read (not UTF-8).\n',
    }));
});

it('a fix with three edits counts as one fixed problem', () => {
  const text = '{ "content": { "defaultServe": { "split": [1, 1, 1] } } }';
  const fixes = [{ kind: 'set-split', how: 'even', shares: [3334, 3333, 3333], isCertain: true } as const];
  const found = open(text).problems.map((problem) => ({ ...problem, fixes }));
  const spy = vi.spyOn(OpenDocument.prototype, 'problems', 'get').mockReturnValueOnce(found).mockReturnValue([]);
  onTestFinished(() => spy.mockRestore());
  expect(fixedText('file:///a.targeting.json', text, plainRating).codes).toEqual(new Map([['split-sum', 1]]));
});

describe('fixing until nothing changes', () => {
  for (const { name: fixture, annotated } of fixtures)
    it(`gives the same text as "fix all" in the editor: ${fixture}`, () => {
      const [text, uri] = [withoutAnnotations(annotated), fixtureUri(fixture)];
      let inEditor = text;
      for (let next = fixAll(text, uri); next !== undefined; next = fixAll(next, uri)) inEditor = next;
      expect(fixedText(uri, text, plainRating).text).toBe(inEditor);
    });
});
