/** Tests which files are checked, and by which config. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CommandLineTrial, RunOptions } from '../support/commandLine.js';
import { bodies, commandLineTrials, complains } from '../support/commandLine.js';

const trialWith = commandLineTrials();

function trialOf(...paths: readonly string[]): CommandLineTrial {
  return trialWith(Object.fromEntries(paths.map((path) => [path, bodies.warning])));
}

async function checked(trial: CommandLineTrial, places: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr } = await trial.run(['check', '--format', 'json', ...places], options);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly file: string }[] };
  return { code, stderr, files: problems.map(({ file }) => file) };
}

const reportOf = (...files: readonly string[]) => ({ code: files.length === 0 ? 0 : 1, stderr: '', files });

describe('a check without arguments', () => {
  it('covers all targeting files and configs below the folder, in order', async () => {
    const trial = trialOf('b.targeting.json', 'a/z.targeting.json', 'a/b/c.targeting.json', '.hidden/x.targeting.json');
    trial.write('package.json', '[');
    trial.write('a/targeting.json', '[');
    trial.write('a/targeting.config.json', '{ "environments": { "dev": {} }, "problems": [] }');
    expect(await checked(trial, [])).toEqual({
      ...reportOf('.hidden/x.targeting.json', 'a/b/c.targeting.json'),
      files: [
        ...'.hidden/x.targeting.json a/b/c.targeting.json a/targeting.config.json a/z.targeting.json'.split(' '),
        'b.targeting.json',
      ],
      code: 1,
    });
  });

  it('leaves out node_modules and .git, unless they are named', async () => {
    const trial = trialOf('node_modules/a/x.targeting.json', '.git/x.targeting.json', 'x.targeting.json');
    expect(await checked(trial, [])).toEqual(reportOf('x.targeting.json'));
    expect(await checked(trial, ['node_modules'])).toEqual(reportOf('node_modules/a/x.targeting.json'));
  });

  it('succeeds in a folder without targeting files, and reports that there are none', async () => {
    const trial = trialWith({ 'package.json': '{}' });
    expect(await trial.run(['check'])).toEqual({ code: 0, stdout: 'There are no targeting files.\n', stderr: '' });
  });
});

describe('an argument', () => {
  it('can be a file with any name', async () => {
    const trial = trialOf('draft.json', 'a b [c] ü.targeting.json');
    expect(await checked(trial, ['draft.json'])).toEqual(reportOf('draft.json'));
    expect(await checked(trial, ['a b [c] ü.targeting.json'])).toEqual(reportOf('a b [c] ü.targeting.json'));
    expect(await checked(trial, [trial.path('draft.json')])).toEqual(reportOf('draft.json'));
  });

  it('can be a folder, even one above the current folder', async () => {
    const trial = trialOf('a/x.targeting.json', 'b/y.targeting.json');
    expect(await checked(trial, ['a'])).toEqual(reportOf('a/x.targeting.json'));
    expect(await checked(trial, ['..'], { folder: 'a' })).toEqual(
      reportOf('../b/y.targeting.json', 'x.targeting.json'),
    );
  });

  it('can be an unexpanded glob', async () => {
    const trial = trialOf('a/x.targeting.json', 'a/b/y.targeting.json', 'z.targeting.json', '.h/w.targeting.json');
    trial.write('a/package.json', '[');
    expect(await checked(trial, ['a/*.json'])).toEqual(reportOf('a/x.targeting.json'));
    expect(await checked(trial, ['./a/**'])).toEqual(reportOf('a/b/y.targeting.json', 'a/x.targeting.json'));
    expect(await checked(trial, ['{a,.h}/[w-x].*'])).toEqual(reportOf('.h/w.targeting.json', 'a/x.targeting.json'));
    expect(await checked(trial, ['*/*.json'])).toEqual(reportOf('.h/w.targeting.json', 'a/x.targeting.json'));
    expect(await checked(trial, ['../*.json'], { folder: 'a' })).toEqual(reportOf('../z.targeting.json'));
    expect(await checked(trial, [`${trial.path('a')}/?.targeting.json`])).toEqual(reportOf('a/x.targeting.json'));
  });

  it('does not cause a second check of a file that another argument names', async () => {
    const trial = trialOf('a/x.targeting.json');
    expect(await checked(trial, ['a', '.', 'a/x.targeting.json', './a/../a/*.json'])).toEqual(
      reportOf('a/x.targeting.json'),
    );
  });

  it('without matches leads to exit code 2, but the other arguments are checked', async () => {
    const trial = trialOf('x.targeting.json');
    const places = ['no.targeting.json', 'nowhere/', 'x.targeting.json', '*.txt', 'nowhere/**', ''];
    expect(await checked(trial, places)).toEqual({
      code: 2,
      files: ['x.targeting.json'],
      stderr: [
        '"no.targeting.json" does not exist.',
        '"nowhere/" does not exist.',
        'No targeting file matches "*.txt".',
        'No targeting file matches "nowhere/**".',
        '"" does not exist.',
        '',
      ].join('\n'),
    });
    const alone = await trial.run(['check', 'no.targeting.json']);
    expect(alone).toEqual({ code: 2, stdout: '', stderr: '"no.targeting.json" does not exist.\n' });
  });
});

describe.runIf(process.platform !== 'win32')('a check with links', () => {
  it('reports unfollowed links, unless broken; with --follow-links, each file is checked once', async () => {
    const trial = trialOf('z/x.targeting.json', 'elsewhere/y.targeting.json');
    symlinkSync('z', trial.path('a'));
    symlinkSync('../z/x.targeting.json', trial.path('z/again.targeting.json'));
    symlinkSync('../elsewhere', trial.path('z/more'));
    symlinkSync('.', trial.path('z/up'));
    symlinkSync('self', trial.path('z/self'));
    symlinkSync('gone', trial.path('z/.#x.targeting.json'));
    const { stderr, ...seen } = await checked(trial, []);
    expect({ ...seen, stderr: '' }).toEqual(reportOf('elsewhere/y.targeting.json', 'z/x.targeting.json'));
    expect(stderr).toMatch(/^Links are not followed: (?:"\S+"(?:, |; | and 1 more; )){3,4}/);
    await complains(trial.run(['check', 'a']), 2, 'A link leads from "a" to ');
    const followed = await checked(trial, ['--follow-links', 'z']);
    expect(followed).toEqual(reportOf('z/more/y.targeting.json', 'z/x.targeting.json'));
  });
});

describe('severities', () => {
  const off = '{ "environments": { "dev": {} }, "problems": { "non-string-value": "off" } }';
  const error = '{ "environments": { "dev": {} }, "problems": { "non-string-value": "error" } }';

  it('come from the nearest config above the file, even above the current folder', async () => {
    const trial = trialOf('a/b/x.targeting.json', 'a/y.targeting.json');
    trial.write('targeting.config.json', error);
    trial.write('a/b/targeting.config.json', off);
    expect(await checked(trial, [])).toEqual({ code: 1, stderr: '', files: ['a/y.targeting.json'] });
    expect(await checked(trial, ['y.targeting.json'], { folder: 'a' })).toMatchObject({ code: 1 });
  });

  it('are errors in FeatureProbe environments, and warnings elsewhere', async () => {
    const trial = trialOf();
    const broken =
      '{ "content": { "disabledServe": {}, "rules": [{ "conditions": [] }, { "serve": { "select": 0 } }] } }';
    const environments = { dev: {}, online: { api: 'featureprobe' } };
    trial.write(
      'targeting.config.json',
      JSON.stringify({ environments, files: '{environment}/{toggle}.targeting.json' }),
    );
    for (const environment of ['dev', 'online']) trial.write(`${environment}/x.targeting.json`, broken);
    const { code, stdout } = await trial.run(['check', '--format', 'json']);
    const { problems } = JSON.parse(stdout) as { problems: readonly Readonly<Record<string, unknown>>[] };
    expect(code).toBe(1);
    expect(problems.map(({ file, severity, code: found }) => [file, severity, found])).toEqual([
      ['dev/x.targeting.json', 'warning', 'empty-serve'],
      ['dev/x.targeting.json', 'warning', 'toggle-vanishes'],
      ['dev/x.targeting.json', 'warning', 'unconditional-rule'],
      ['dev/x.targeting.json', 'warning', 'service-limit'],
      ['online/x.targeting.json', 'error', 'freezes-environment'],
      ['online/x.targeting.json', 'error', 'toggle-vanishes'],
      ['online/x.targeting.json', 'warning', 'unconditional-rule'],
      ['online/x.targeting.json', 'error', 'service-limit'],
    ]);
  });

  it('are read from a config with a byte order mark', async () => {
    const trial = trialOf('x.targeting.json');
    trial.write('targeting.config.json', `\uFEFF${off}`);
    expect(await checked(trial, [])).toEqual(reportOf());
  });

  it.runIf(process.platform !== 'win32')(
    'are the defaults if the config cannot be read, which leads to a message and exit code 2',
    async () => {
      const trial = trialOf('a/x.targeting.json', 'b/y.targeting.json');
      symlinkSync('targeting.config.json', trial.path('targeting.config.json'));
      expect(await checked(trial, [])).toEqual({
        code: 2,
        stderr: '"targeting.config.json" cannot be read (ELOOP).\n',
        files: ['a/x.targeting.json', 'b/y.targeting.json'],
      });
    },
  );
});

describe('check reads a file as an editor does', () => {
  it('without its byte order mark', async () => {
    const trial = trialWith({ 'x.targeting.json': `\uFEFF${bodies.clean}` });
    expect(await trial.run(['check'])).toMatchObject({ code: 0, stdout: 'No problems in 1 file.\n' });
  });

  it('in UTF-16, as written by Windows PowerShell', async () => {
    const trial = trialWith({});
    const text = Buffer.from(`\uFEFF${bodies.warning}`, 'utf16le');
    writeFileSync(trial.path('x.targeting.json'), text);
    expect(await checked(trial, [])).toEqual(reportOf('x.targeting.json'));
    writeFileSync(trial.path('x.targeting.json'), text.swap16());
    expect(await checked(trial, [])).toEqual(reportOf('x.targeting.json'));
  });
});
