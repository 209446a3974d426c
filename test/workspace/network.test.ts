/** Tests with Windows paths that no file or link makes another machine be contacted. */
import type * as Path from 'node:path';
import type * as Url from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { Disk } from '../../server/src/workspace/disk/disk.js';
import { isNear, shareBehind } from '../../server/src/workspace/services/network.js';
import type { GitMachine } from '../../server/src/workspace/git/repository.js';
import { gitIn } from '../../server/src/workspace/git/repository.js';

const { win32 } = await vi.importActual<typeof Path>('node:path');

vi.mock('node:path', async (original) => ({ ...(await original<typeof Path>()).win32 }));
vi.mock('node:url', async (original) => {
  const url = await original<typeof Url>();
  return {
    ...url,
    pathToFileURL: (path: string) => url.pathToFileURL(path, { windows: true }),
    fileURLToPath: (uri: string) => url.fileURLToPath(uri, { windows: true }),
  };
});

const { fileURLToPath } = await import('node:url');

/** A disk that records the requested paths; `files` has texts by path, and everything above a file is a folder. */
function machineWith(files: Readonly<Record<string, string>>, PATH = 'C:\\Git') {
  const asked: string[] = [];
  const started: string[][] = [];
  const all: Readonly<Record<string, string>> = { 'C:\\Git\\git.exe': '', ...files };
  const at = (path: string) => {
    asked.push(path);
    return all[path] ?? (Object.keys(all).some((each) => each.startsWith(`${path}\\`)) ? 'folder' : undefined);
  };
  const of = (uri: string) => at(fileURLToPath(uri));
  const disk: Disk = {
    list: () => [],
    kindOf: (uri) => ({ folder: 'folder' as const, undefined: 'missing' as const })[String(of(uri))] ?? 'file',
    read: of,
    realPath: (uri) => (of(uri) === undefined ? undefined : fileURLToPath(uri).replaceAll('\\', '/')),
    ownerOf: (uri) => (of(uri) === undefined ? undefined : 0),
  };
  const machine: GitMachine = {
    disk,
    files: { isProgram: (path) => at(path) !== undefined },
    environment: { PATH },
    opened: () => [],
    startGit: (args) => {
      started.push([...args]);
      return args.includes('core.worktree') ? Buffer.from(all['worktree'] ?? '') : new Uint8Array();
    },
  };
  return { machine, started, foreign: () => asked.filter((path) => path.includes('evil')) };
}

const noRepository = 'This is not a Git repository.';
const repository = { 'C:\\Repo\\.git\\objects\\x': '', 'C:\\Repo\\.git\\HEAD': '' };
const module = { 'C:\\Main\\.git\\objects\\x': '', 'C:\\Main\\.git\\worktrees\\w\\HEAD': '' };

describe('on Windows, no other machine is contacted', () => {
  it.each(['//evil/share/x', '\\\\evil\\share\\x', '//?/UNC/evil/share/x', '\\\\.\\UNC\\evil\\x', '//EVIL@80/evil/x'])(
    'for any file in a repository that names %s',
    (share) => {
      const all: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        gitdir: { 'C:\\Repo\\.git': `gitdir: ${share}` },
        commondir: { ...repository, 'C:\\Repo\\.git\\commondir': share },
        'commondir of a worktree': {
          ...module,
          'C:\\Repo\\.git': 'gitdir: C:/Main/.git/worktrees/w',
          'C:\\Main\\.git\\worktrees\\w\\commondir': share,
        },
        'the way back': {
          ...module,
          'C:\\Repo\\.git': 'gitdir: C:/Main/.git/worktrees/w',
          'C:\\Main\\.git\\worktrees\\w\\commondir': '../..',
          'C:\\Main\\.git\\worktrees\\w\\gitdir': share,
        },
        alternates: { ...repository, 'C:\\Repo\\.git\\objects\\info\\alternates': `${share}\n` },
        'the work tree of a submodule': {
          ...module,
          'C:\\Repo\\.git': 'gitdir: C:/Main/.git/modules/m',
          'C:\\Main\\.git\\modules\\m\\objects\\x': '',
          worktree: share,
        },
      };
      for (const [what, files] of Object.entries(all)) {
        const { machine, foreign } = machineWith(files);
        expect([what, gitIn('C:\\Repo', machine), foreign()]).toEqual([what, noRepository, []]);
      }
    },
  );

  it('while a worktree on another drive, or on the same share as its repository, works', () => {
    for (const [top, main] of [
      ['C:\\Repo', 'D:\\Main'],
      ['\\\\host\\share\\Repo', '\\\\host\\share\\Main'],
    ] as const) {
      const { machine, started } = machineWith({
        [`${main}\\.git\\objects\\x`]: '',
        [`${top}\\.git`]: `gitdir: ${main}\\.git\\worktrees\\w`,
        [`${main}\\.git\\worktrees\\w\\commondir`]: '../..',
        [`${main}\\.git\\worktrees\\w\\gitdir`]: `${top}\\.git`,
      });
      const git = gitIn(top, machine);
      expect(typeof git === 'string' ? git : git(['rev-parse'])).toEqual(new Uint8Array());
      expect(started[0]).toContain(`--git-dir=${main}\\.git\\worktrees\\w`);
    }
  });

  it('for a link to a share, even through a chain of links', () => {
    const links: Readonly<Record<string, string>> = {
      'C:\\Repo\\a': '..\\Other\\b',
      'C:\\Other\\b': '\\\\evil\\share',
      'C:\\Repo\\loop': 'loop',
      'C:\\Repo\\near': 'D:\\x',
    };
    const asked: string[] = [];
    const behind = (file: string) => shareBehind(file, (path) => (asked.push(path), links[path]), win32);
    expect(behind('C:\\Repo\\a\\deep\\file')).toBe('\\\\evil\\share\\deep\\file');
    expect(['loop', 'near\\x', 'plain\\x'].map((name) => behind(`C:\\Repo\\${name}`))).toEqual([
      // Too many links: nothing at their end is requested.
      'C:\\Repo\\loop',
      undefined,
      undefined,
    ]);
    expect(asked.filter((path) => path.startsWith('\\'))).toEqual([]);
    expect(isNear('C:/x', '\\\\host\\share\\y', win32)).toBe(true);
    expect(isNear('\\\\HOST\\share\\x', '//host/share/y', win32)).toBe(true);
  });
});
