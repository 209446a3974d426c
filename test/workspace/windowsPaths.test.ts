/** Tests paths and URIs on Windows by Node's rules: drives, shares and their roots. */
import type * as path from 'node:path';
import * as win32 from 'node:path';
import type * as nodeUrl from 'node:url';
import { expect, it, vi } from 'vitest';
import { FolderWalk } from '../../server/src/workspace/disk/folderWalk.js';
import { pathOf, uriOf } from '../../server/src/workspace/disk/paths.js';
import { folderOf, pathBelow, upwards } from '../../server/src/workspace/disk/uris.js';

vi.mock('node:path', async (original) => (await original<typeof path>()).win32);
vi.mock('node:url', async (original) => {
  const url = await original<typeof nodeUrl>();
  return {
    ...url,
    fileURLToPath: (uri: string) => url.fileURLToPath(uri, { windows: true }),
    pathToFileURL: (path: string) => url.pathToFileURL(path, { windows: true }),
  };
});

const drives = Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(65 + index)}:\\`);
const shares = ['\\\\srv\\share\\', '\\\\wsl.localhost\\Debian\\', '\\\\127.0.0.1\\c$\\'];
const names = ['flags', 'a b (1)', 'ü%#', "it's", 'C'];
const depths = names.map((_, depth) => names.slice(0, depth));
const places = [...drives, ...shares].flatMap((root) =>
  depths.map((below) => ({ root, path: win32.join(root, ...below) })),
);

it('converts a path to a URI and back, and finds parent folders up to the root', () => {
  for (const { root, path } of places) {
    expect(pathOf(uriOf(path))).toBe(path);
    const above = [...upwards(uriOf(path))].map(pathOf);
    expect(above.at(-1)).toBe(root);
    expect(above.filter((each) => !each.startsWith(root))).toEqual([]);
    expect(folderOf(uriOf(root))).toBe(uriOf(root));
    if (path !== root) expect(pathBelow(uriOf(root), uriOf(path))).toBeDefined();
  }
});

it('understands the spellings of an editor', () => {
  expect(pathOf('file:///c%3A')).toBe('c:\\');
  expect(pathOf('file:///c%3A/')).toBe('c:\\');
  expect([...upwards('file:///c%3A/a')]).toEqual(['file:///c%3A/a', 'file:///c%3A']);
  expect(pathOf('file://localhost/c%24/x')).toBe('\\\\127.0.0.1\\c$\\x');
  expect(pathOf('file://localhost/c%3A/x')).toBe('c:\\x');
  expect(pathOf(uriOf('\\\\localhost\\c$\\x'))).toBe('\\\\127.0.0.1\\c$\\x');
});

it('finds files in a root folder by the URIs of their paths', () => {
  for (const root of [...drives, ...shares]) {
    const asked: string[] = [];
    const walk = new FolderWalk({
      disk: {
        list: (uri) => {
          asked.push(pathOf(uri));
          return pathOf(uri) === root ? [{ name: 'flags', kind: 'folder' }] : [{ name: 'a', kind: 'file' }];
        },
        kindOf: () => 'file',
        realPath: (uri) => pathOf(uri).replaceAll('\\', '/'),
      },
      isWanted: () => true,
      mayFollow: () => false,
    });
    walk.add(uriOf(root));
    const found: string[] = [];
    while (!walk.isDone) found.push(...walk.next().map(({ uri }) => uri));
    expect(found).toEqual([uriOf(win32.join(root, 'flags', 'a'))]);
    expect(asked).toEqual([root, win32.join(root, 'flags')]);
  }
});
