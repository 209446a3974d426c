/** Tests which program is used as Git, on Windows and elsewhere, for any PATH and repository. */
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitProgram } from '../../server/src/workspace/git/gitProgram.js';

const systems = {
  posix: { path: posix, names: ['git'], roots: ['/', '/home/', ''], repository: '/home/repo' },
  win32: {
    path: win32,
    names: ['git.exe', 'git.com'],
    roots: ['C:\\', 'D:/', '\\', '', 'C:', '\\\\host\\share\\'],
    repository: 'C:/home/repo',
  },
} as const;

const entryNames = ['.', '..', '', 'bin', 'home', 'repo', 'home/repo', 'tools', 'node_modules', '.bin'];

describe.each(Object.entries(systems))('the Git program on %s', (_name, { path, names, roots, repository }) => {
  const realPath = (file: string) => path.resolve(repository, file).replaceAll('\\', '/');
  const found = (
    PATH: string,
    isProgram: (file: string) => boolean = () => true,
    links: (file: string) => string = realPath,
  ) => gitProgram(PATH, { path, isProgram, realPath: links, excluded: [repository] });

  it('has an absolute path outside of the repository and packages', () => {
    const entry = fc
      .tuple(fc.constantFrom(...roots), fc.array(fc.constantFrom(...entryNames), { maxLength: 5 }), fc.boolean())
      .map(([root, parts, isQuoted]) => (isQuoted ? `"${root}${parts.join(path.sep)}"` : root + parts.join(path.sep)));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.func(fc.boolean()), (entries, isProgram) => {
        const git = found(entries.join(path.delimiter), isProgram);
        if (git === undefined) return;
        const plain = entries.map((each) => each.replace(/^"(.*)"$/, path === win32 ? '$1' : '$&'));
        const { root } = path.parse(git.program);
        expect(path.isAbsolute(git.program) && (path === posix || root.length > 1)).toBe(true);
        expect(plain.filter((each) => names.some((name) => path.join(each, name) === git.program))).not.toEqual([]);
        for (const file of [git.program, ...git.PATH.split(path.delimiter)]) {
          expect(`${realPath(file)}/`.startsWith(`${repository}/`)).toBe(false);
          expect(realPath(file)).not.toContain('/node_modules');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the first program that can run', () => {
    const [one, other] = [`${roots[0]}one`, `${roots[0]}other`];
    const program = path.join(other, names[0]);
    expect(found([one, other].join(path.delimiter), (file) => file === program)).toEqual({
      program,
      PATH: [one, other].join(path.delimiter),
    });
    expect(found(one, () => false)).toBeUndefined();
    expect(gitProgram(undefined, { path, isProgram: () => true, realPath, excluded: [] })).toBeUndefined();
  });

  it('is not reached through a link into the repository', () => {
    const [folder, safe] = [`${roots[0]}links`, `${roots[0]}safe`];
    const linked = (from: string) => (file: string) => (file === from ? `${repository}/git` : realPath(file));
    const PATH = [folder, safe].join(path.delimiter);
    expect(found(PATH, () => true, linked(folder))?.program).toBe(path.join(safe, names[0]));
    expect(found(folder, (file) => file.endsWith(names[0]), linked(path.join(folder, names[0])))).toBeUndefined();
  });
});

it('Git is found if the project is the root of a disk, but not in that root folder', () => {
  const atRoot = (PATH: string) =>
    gitProgram(PATH, {
      path: posix,
      isProgram: () => true,
      realPath: (file) => posix.resolve('/', file),
      excluded: ['/'],
    });
  expect(atRoot('/:/usr/bin')?.program).toBe('/usr/bin/git');
  expect(atRoot('/')).toBeUndefined();
});

it('Windows tries git.exe and git.com, but nothing that a shell would run', () => {
  const tried: string[] = [];
  const isProgram = (file: string) => {
    tried.push(file);
    return false;
  };
  gitProgram('C:\\Git', { path: win32, isProgram, realPath: (file) => file, excluded: [] });
  expect(tried).toEqual(['C:\\Git\\git.exe', 'C:\\Git\\git.com']);
});
