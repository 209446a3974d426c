/** Finds the files to check, sorted, without duplicates. Folders and globs match only files that the editor checks. */
import { basename, sep } from 'node:path';
import { t } from '../../core/t.js';
import picomatch from 'picomatch';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { filesBelow } from '../../workspace/disk/folderWalk.js';
import { inOrder, isFileOfOurs, shownPath, shownUri, uriAt } from './paths.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import type { World } from '../world.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';
import { isMisread } from '../../workspace/disk/spelling.js';
import { cannotBeRead } from './unread.js';
import { listOfFirst } from '../../core/targeting/joined.js';

export interface Found {
  /** The absolute paths of the found files. */
  readonly paths: readonly string[];
  /** Error messages, one sentence each. */
  readonly failures: readonly string[];
  /** The links that were not followed and may hide files. */
  readonly skipped: readonly string[];
}

export function findFiles(
  places: readonly string[],
  { folder, disk }: Pick<World, 'folder' | 'disk'>,
  bounds: Bounds,
  isWanted: (name: string) => boolean = isFileOfOurs,
): Found {
  /** The paths of the found files, by their real paths. */
  const found = new Map<string, string>();
  const failures: string[] = [];
  const unreadable = (uri: string, reason?: Unreadable) => {
    failures.push(cannotBeRead(shownUri(uri, folder), reason));
  };
  const skipped = new Set<string>();
  const mayFollow = (uri: string) => {
    const isInside = bounds.outside(uri) === undefined;
    if (!isInside) skipped.add(pathOf(uri));
    return isInside;
  };
  const add = (uri: string, real = disk.realPath(uri) ?? uri) => {
    if (isMisread(uri, disk)) unreadable(uri);
    else if (!found.has(real)) found.set(real, pathOf(uri));
  };
  const walk = { disk, isWanted, mayFollow, unreadable };
  for (const place of places) {
    const uri = uriAt(place, { folder, disk });
    const kind = place === '' ? 'missing' : disk.kindOf(uri);
    const glob = kind === 'missing' ? globOf(place) : undefined;
    const outside = kind === 'missing' ? undefined : bounds.outside(uri);
    if (typeof kind === 'object') {
      unreadable(uri, kind);
    } else if (outside !== undefined) {
      failures.push(leadsOut(pathOf(uri), outside, folder));
    } else if (kind === 'folder') {
      for (const file of filesBelow(uri, walk)) add(file.uri, file.real);
    } else if (kind !== 'missing') {
      add(uri);
    } else if (glob === undefined) {
      failures.push(t('{0} does not exist.', JSON.stringify(place)));
    } else {
      const base = uriAt(glob.base, { folder, disk });
      const isFolder = disk.kindOf(base) === 'folder' && mayFollow(base);
      const below = isFolder ? filesBelow(base, { ...walk, depth: glob.depth }) : [];
      const matches = [...below].filter(({ names }) => glob.matches(names.join('/')));
      if (matches.length === 0) failures.push(t('No targeting file matches {0}.', JSON.stringify(place)));
      for (const file of matches) add(file.uri, file.real);
    }
  }
  const shown = [...found.values()].map((path) => ({ path, name: shownPath(path, folder) }));
  return {
    paths: shown.sort((a, b) => inOrder(a.name, b.name)).map(({ path }) => path),
    failures,
    skipped: [...skipped].filter(mayHide),
  };

  /** Whether a skipped link may hide files. False if its target is in a searched folder and contains no found files. */
  function mayHide(path: string): boolean {
    if (isWanted(basename(path))) return true;
    const real = disk.realPath(uriOf(path)) ?? path;
    const isWithin = (folderPath: string) => (file: string) => file.startsWith(`${folderPath}/`);
    const tops = places.map((place) => disk.realPath(uriAt(place, { folder, disk })) ?? place);
    return [...found.keys()].some(isWithin(real)) || !tops.some((top) => top === real || isWithin(top)(real));
  }
}

export function leadsOut(path: string, outside: string, folder: string): string {
  return t(
    'A link leads from {0} to {1}; only check and test follow links, with --follow-links.',
    JSON.stringify(shownPath(path, folder)),
    outside,
  );
}

export function notFollowed(paths: readonly string[], folder: string): string {
  const shown = listOfFirst(paths.map((path) => JSON.stringify(shownPath(path, folder))));
  return t('Links are not followed: {0}; only check and test follow them, with --follow-links.', shown);
}

interface Glob {
  readonly base: string;
  readonly matches: (below: string) => boolean;
  readonly depth: number;
}

/** @returns undefined if the place is not a glob */
function globOf(place: string): Glob | undefined {
  const slashes = sep === '\\' ? place.replaceAll('\\', '/') : place;
  const { base, glob, isGlob } = picomatch.scan(slashes, { nonegate: true });
  if (!isGlob) return undefined;
  // Without `**` or a repetition, a pattern matches only paths with the same number of slashes.
  const depth = /\*\*|\(/.test(glob) ? Infinity : glob.split('/').length;
  const matches = picomatch(glob.normalize(), { dot: true, nonegate: true });
  return { base, matches: (below) => matches(below.normalize()), depth };
}
