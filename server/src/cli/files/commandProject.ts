/** The project of a command and its bounds: a file's repository, or else the current folder and the named folders. */
import { Bounds } from '../../workspace/disk/bounds.js';
import type { ProjectOptions } from '../../workspace/project.js';
import { Project } from '../../workspace/project.js';
import { shownUri, uriAt } from './paths.js';
import { printErrors } from '../reports/visible.js';
import type { World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';
import { cannotBeRead } from './unread.js';

export interface Places {
  /** The files, folders and globs as typed. */
  readonly places: readonly string[];
  /** Whether links that lead out of the folder are followed. */
  readonly followLinks: boolean;
}

export function boundsOf({ places, followLinks }: Places, { disk, folder }: Pick<World, 'disk' | 'folder'>): Bounds {
  const here = uriOf(folder);
  const started = new Bounds({ disk, opened: () => [] }).topOf(here);
  // A nested repository counts as part of its parent repository. Otherwise, links to repositories would be followed.
  const opened = disk.ownerOf(`${started}/.git`) === undefined ? [] : [started];
  const named = places.map((place) => uriAt(place, { folder, disk })).filter((uri) => disk.kindOf(uri) === 'folder');
  return new Bounds({ disk, opened: () => opened, otherwise: () => [here, ...named], followsLinks: followLinks });
}

/** @param unreadableConfig is called for every config that cannot be read */
export function projectOf(
  { disk, time }: Pick<World, 'disk' | 'time'>,
  bounds: Bounds,
  unreadableConfig: ProjectOptions['unreadableConfig'] = () => undefined,
): Project {
  const failed = (error: unknown) => {
    throw error;
  };
  return new Project({ disk, bounds, time, looksBelowConfigs: true, unreadableConfig, failed });
}

/** Like `projectOf`, but prints a message for each unreadable config. */
export function projectWithMessages(world: World, bounds: Bounds): Project {
  return projectOf(world, bounds, (uri, reason) => {
    printErrors(world, cannotBeRead(shownUri(uri, world.folder), reason));
  });
}
