/** How far the command line looks (server/src/workspace/bounds.ts): to the root of a file's repository, or the folder that it is started in. */
import { resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Bounds } from '../workspace/bounds.js';
import type { CheckOptions } from './options.js';
import type { World } from './world.js';

export function boundsOf(
  { places, followLinks }: Pick<CheckOptions, 'places' | 'followLinks'>,
  { files, folder }: Pick<World, 'files' | 'folder'>,
): Bounds {
  const disk = {
    realPath: (uri: string) => files.realPath(fileURLToPath(uri))?.replaceAll(sep, '/'),
    ownerOf: (uri: string) => files.ownerOf(fileURLToPath(uri)),
  };
  const here = uriOf(folder);
  const started = new Bounds({ disk, opened: () => [] }).topOf(here);
  // A repository inside another one belongs to that: what a link leads to may have a `.git` of its own.
  const opened = disk.ownerOf(`${started}/.git`) === undefined ? [] : [started];
  const named = places.map((place) => resolve(folder, place)).filter((path) => files.kindOf(path) === 'folder');
  return new Bounds({ disk, opened: () => opened, otherwise: [here, ...named.map(uriOf)], followsLinks: followLinks });
}

/** Without a slash at its end. */
export function uriOf(path: string): string {
  return pathToFileURL(path).href.replace(/\/$/, '');
}
