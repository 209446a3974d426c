/** Tests which repositories the command line asks Git about, and what it compares of them without letting Git read a file of the work tree. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { expect, it, describe } from 'vitest';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials } from '../support/commandLine.js';
import { temporaryFolder } from '../support/folder.js';
import { toggleText } from '../support/toggle.js';

const trialWith = commandLineTrials();
const environment = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const targeting = (select: number) => toggleText({ defaultServe: { select } });
const file = 'a.targeting.json';
const changed = 'By default it serves "on" instead of "off".';

function git(trial: CommandLineTrial, folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...who, ...args], { cwd: trial.path(folder), stdio: 'ignore', env: environment });
}

function repository(): CommandLineTrial {
  const trial = trialWith({ [`main/${file}`]: targeting(0), 'main/b.targeting.json': targeting(0) });
  git(trial, 'main', 'init', '-q');
  git(trial, 'main', 'add', '-A');
  git(trial, 'main', 'commit', '-qm', 'first');
  return trial;
}

const differing = async (trial: CommandLineTrial, folder: string, range = 'HEAD') => {
  const { code, stdout, stderr } = await trial.run(['diff', '--git', range], { folder, environment });
  return [code, `${stdout}${stderr}`.split('\n').slice(0, 2).join('\n')];
};

describe('Git is asked about', () => {
  it('a linked worktree, and a folder below it', async () => {
    const trial = repository();
    git(trial, 'main', 'worktree', 'add', '-q', '../linked');
    trial.write(`linked/${file}`, targeting(1));
    expect(await differing(trial, 'linked')).toEqual([3, `${file}\n  ${changed}`]);
    trial.write(`linked/deep/${file}`, targeting(0));
    git(trial, 'linked', 'add', '-A');
    git(trial, 'linked', 'commit', '-qm', 'second');
    trial.write(`linked/deep/${file}`, targeting(1));
    expect(await differing(trial, 'linked/deep')).toEqual([3, `${file}\n  ${changed}`]);
  });

  it('a submodule', async () => {
    const trial = repository();
    mkdirSync(trial.path('outer'));
    git(trial, 'outer', 'init', '-q');
    git(trial, 'outer', 'submodule', 'add', '-q', trial.path('main'), 'inner');
    trial.write(`outer/inner/${file}`, targeting(1));
    expect(await differing(trial, 'outer/inner')).toEqual([3, `${file}\n  ${changed}`]);
  });

  it('a repository elsewhere once its settings name the work tree', async () => {
    const trial = repository();
    renameSync(trial.path('main/.git'), trial.path('elsewhere'));
    trial.write('main/.git', `gitdir: ${trial.path('elsewhere')}\n`);
    trial.write(`main/${file}`, targeting(1));
    expect(await differing(trial, 'main')).toEqual([2, 'This is not a Git repository.\n']);
    git(trial, 'elsewhere', 'config', '-f', 'config', 'core.worktree', trial.path('main'));
    expect(await differing(trial, 'main')).toEqual([3, `${file}\n  ${changed}`]);
  });

  it('a clone that shares objects with another repository of the same person', async () => {
    const trial = repository();
    git(trial, '.', 'clone', '-q', '--shared', 'main', 'shared');
    trial.write(`shared/${file}`, targeting(1));
    expect(await differing(trial, 'shared')).toEqual([3, `${file}\n  ${changed}`]);
  });
});

describe('Compared with a commit are', () => {
  it('files that differ on disk, staged or not, and none that differ in line ends alone', async () => {
    const trial = repository();
    trial.write('main/staged.targeting.json', targeting(1));
    git(trial, 'main', 'add', '-A');
    trial.write(`main/${file}`, targeting(1).replaceAll(',', ',\r\n'));
    trial.write('main/untracked.targeting.json', targeting(1));
    const { stdout } = await trial.run(['diff', '--git', 'HEAD'], { folder: 'main', environment });
    expect(stdout.match(/^\S.*/gm)).toEqual([file, 'staged.targeting.json']);
    trial.write(`main/${file}`, `${targeting(0)}\r\n`);
    git(trial, 'main', 'commit', '-qam', 'x');
    trial.write(`main/${file}`, `${targeting(0)}\n`);
    expect(await differing(trial, 'main')).toEqual([0, 'No targeting file differs.\n']);
  });

  it('files that are gone from disk, new in the index alone, or renamed', async () => {
    const trial = repository();
    trial.remove(`main/${file}`);
    git(trial, 'main', 'mv', 'b.targeting.json', 'c.targeting.json');
    trial.write('main/new.targeting.json', targeting(1));
    git(trial, 'main', 'add', '--intent-to-add', 'new.targeting.json');
    const { stdout } = await trial.run(['diff', '--git', 'HEAD'], { folder: 'main', environment });
    expect(stdout.match(/^\S.*|The file is \w+/gm)).toEqual([
      ...[file, 'The file is gone'],
      ...['b.targeting.json', 'The file is gone', 'c.targeting.json', 'The file is new'],
      ...['new.targeting.json', 'The file is new'],
    ]);
  });

  it('no links: what they lead to is not shown', async () => {
    const other = temporaryFolder();
    const trial = repository();
    try {
      other.write('secret.json', '{ "content": { "variations": [{ "value": "sesame" }] } }');
      symlinkSync(new URL(other.uri('secret.json')), trial.path('main/s.targeting.json'));
      git(trial, 'main', 'add', '-A');
      git(trial, 'main', 'commit', '-qm', 'second');
      for (const args of [
        ['--git', 'HEAD~1'],
        ['--git', 'HEAD~1...HEAD'],
        ['b.targeting.json', 's.targeting.json'],
        ['s.targeting.json', 'b.targeting.json'],
      ]) {
        const { code, stdout, stderr } = await trial.run(['diff', ...args], { folder: 'main', environment });
        expect([code !== 0, `${stdout}${stderr}`], args.join(' ')).toEqual([true, expect.stringMatching(/link/)]);
        expect(`${stdout}${stderr}`).not.toContain('sesame');
      }
      // A file of the commit, and a link out by now.
      trial.remove('main/b.targeting.json');
      symlinkSync(new URL(other.uri('secret.json')), trial.path('main/b.targeting.json'));
      expect(await differing(trial, 'main')).toEqual([
        1,
        'b.targeting.json\n  The file cannot be read (a link, or behind one).',
      ]);
    } finally {
      other.dispose();
    }
  });

  it('files that are too large, as what cannot be read', async () => {
    const trial = repository();
    trial.write(`main/${file}`, `${targeting(1)}${' '.repeat(21 * 1024 * 1024)}`);
    expect(await differing(trial, 'main')).toEqual([1, `${file}\n  The file cannot be read (larger than 4 MiB).`]);
    git(trial, 'main', 'commit', '-qam', 'second');
    expect(await differing(trial, 'main', 'HEAD~1..HEAD')).toEqual([
      1,
      `${file}\n  The file cannot be read (Git does not give it).`,
    ]);
  });
});
