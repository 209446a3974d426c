/** Tests the URIs of folders at the root of a disk, and of an editor's own file systems. */
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { pathOf, uriOf } from '../../server/src/workspace/disk/paths.js';
import { folderOf, pathBelow, upwards, withoutSlashesAtTheEnd } from '../../server/src/workspace/disk/uris.js';

it.each([
  ['file:///', 'file://'],
  ['memfs:/', 'memfs:'],
  ['vscode-vfs://github/', 'vscode-vfs://github'],
  ['file:///C:/', 'file:///C:'],
])('%s contains other folders but has no parent', (written, root) => {
  expect(withoutSlashesAtTheEnd(written)).toBe(root);
  expect(withoutSlashesAtTheEnd(root)).toBe(root);
  expect(folderOf(root)).toBe(root);
  expect(folderOf(`${root}/a`)).toBe(root);
  expect(pathBelow(written, `${root}/a/b`)).toBe('/a/b/');
  expect(pathBelow(root, root)).toBeUndefined();
  expect([...upwards(`${root}/a/b`)]).toEqual([`${root}/a/b`, `${root}/a`, root]);
});

it.runIf(process.platform !== 'win32')('converts a path to a URI and back', () => {
  for (const path of ['/', '/a', '/a b/ü%#?', '/C:', '/a\\b', '/it’s (1)/x.targeting.json']) {
    expect(pathOf(uriOf(path))).toBe(path);
    expect(`${uriOf(path)}/x`).toBe(pathToFileURL(`${path}/x`.replace('//', '/')).href);
  }
});
