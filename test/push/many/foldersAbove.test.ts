/** Tests which folders a push of many files offers, even at roots of disks and shares. */
import { expect, it } from 'vitest';
import { foldersAbove } from '../../../client/src/many/foldersAbove.js';

it.each([
  ['/', '/a.targeting.json', ['/']],
  ['/', '/flags/dev/a.targeting.json', ['/flags/dev', '/flags', '/']],
  ['/d:/', '/d:/a.targeting.json', ['/d:/']],
  ['/d:/', '/d:/flags/dev/a.targeting.json', ['/d:/flags/dev', '/d:/flags', '/d:/']],
  // The server is the authority of the URI.
  ['/share/', '/share/flags/a.targeting.json', ['/share/flags', '/share/']],
  ['/share', '/share/flags/a.targeting.json', ['/share/flags', '/share']],
  ['/home/ü b', '/home/ü b/dev/a.targeting.json', ['/home/ü b/dev', '/home/ü b']],
])('offers the folders up to %s for %s', (root, file, folders) => {
  expect(foldersAbove(file, root)).toEqual(folders);
});
