/** Tests which repositories the command line compares, without letting Git read files of the work tree. */
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { expect, it, describe } from 'vitest';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, gitIn } from '../support/commandLine.js';
import { temporaryFolder } from '../support/folder.js';
import { targetingOf } from '../support/targeting.js';

const trialWith = commandLineTrials();
const environment = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const targeting = (select: number) =>
  targetingOf({ defaultServe: { select }, variations: [{ value: 'false' }, { value: 'true' }] });
const file = 'a.targeting.json';
const changed = 'The default now serves "true" (before: "false").';

const git = ({ path }: CommandLineTrial, folder: string, ...args: readonly string[]) =>
  gitIn({ path: (below) => path(`${folder}/${below}`) }, ...args);

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

describe('diff --git works in', () => {
  it('a linked worktree and its subfolders', async () => {
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

  it('a repository outside of its work tree, if its settings name the work tree', async () => {
    const trial = repository();
    renameSync(trial.path('main/.git'), trial.path('elsewhere'));
    trial.write('main/.git', `gitdir: ${trial.path('elsewhere')}\n`);
    trial.write(`main/${file}`, targeting(1));
    expect(await differing(trial, 'main')).toEqual([2, 'This is not a Git repository.\n']);
    git(trial, 'elsewhere', 'config', '-f', 'config', 'core.worktree', trial.path('main'));
    expect(await differing(trial, 'main')).toEqual([3, `${file}\n  ${changed}`]);
  });

  it('a clone that shares objects with another repository of the same user', async () => {
    const trial = repository();
    git(trial, '.', 'clone', '-q', '--shared', 'main', 'shared');
    trial.write(`shared/${file}`, targeting(1));
    expect(await differing(trial, 'shared')).toEqual([3, `${file}\n  ${changed}`]);
  });
});

describe('diff --git compares', () => {
  it('staged and unstaged changes, but not files that differ only in line endings', async () => {
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
    expect(await differing(trial, 'main')).toEqual([0, 'No targeting files differ.\n']);
  });

  it('files that are deleted on disk, new only in the index, or renamed', async () => {
    const trial = repository();
    trial.remove(`main/${file}`);
    git(trial, 'main', 'mv', 'b.targeting.json', 'c.targeting.json');
    trial.write('main/new.targeting.json', targeting(1));
    git(trial, 'main', 'add', '--intent-to-add', 'new.targeting.json');
    const { stdout } = await trial.run(['diff', '--git', 'HEAD'], { folder: 'main', environment });
    expect(stdout.match(/^\S.*|The file (?:is|was) \w+/gm)).toEqual([
      ...[file, 'The file was deleted'],
      ...['b.targeting.json', 'The file was deleted', 'c.targeting.json', 'The file is new'],
      ...['new.targeting.json', 'The file is new'],
    ]);
  });

  it('no links, and does not show their targets', async () => {
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
      trial.remove('main/b.targeting.json');
      symlinkSync(new URL(other.uri('secret.json')), trial.path('main/b.targeting.json'));
      expect(await differing(trial, 'main')).toEqual([
        1,
        'b.targeting.json\n  The file cannot be read (a link, or reached through a link).',
      ]);
    } finally {
      other.dispose();
    }
  });

  it('no oversized files, which are reported as unreadable', async () => {
    const trial = repository();
    trial.write(`main/${file}`, `${targeting(1)}${' '.repeat(21 * 1024 * 1024)}`);
    expect(await differing(trial, 'main')).toEqual([1, `${file}\n  The file cannot be read (larger than 4 MiB).`]);
    git(trial, 'main', 'commit', '-qam', 'second');
    expect(await differing(trial, 'main', 'HEAD~1..HEAD')).toEqual([
      1,
      `${file}\n  The file cannot be read (Git cannot read it).`,
    ]);
  });
});
