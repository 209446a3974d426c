/** The project that a command is about, and how far it looks: to the root of a file's repository, or the folder that it is started in. */
import { Bounds } from '../../workspace/disk/bounds.js';
import type { ProjectOptions } from '../../workspace/project.js';
import { Project } from '../../workspace/project.js';
import { shownUri, uriAt } from './paths.js';
import { complain } from '../reports/visible.js';
import type { World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';
import { cannotBeRead } from './unread.js';

/** What a command looks at. */
export interface Places {
  /** Files, folders and globs, as they were written. */
  readonly places: readonly string[];
  /** Also out of the folder that is checked. */
  readonly followLinks: boolean;
}

export function boundsOf({ places, followLinks }: Places, { disk, folder }: Pick<World, 'disk' | 'folder'>): Bounds {
  const here = uriOf(folder);
  const started = new Bounds({ disk, opened: () => [] }).topOf(here);
  // A repository inside another one belongs to that: what a link leads to may have a `.git` of its own.
  const opened = disk.ownerOf(`${started}/.git`) === undefined ? [] : [started];
  const named = places.map((place) => uriAt(place, { folder, disk })).filter((uri) => disk.kindOf(uri) === 'folder');
  return new Bounds({ disk, opened: () => opened, otherwise: () => [here, ...named], followsLinks: followLinks });
}

/** @param unreadableConfig is told of every config that is there but cannot be read */
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

/** The same, where whoever runs the command is told of configs that cannot be read. */
export function projectWithMessages(world: World, bounds: Bounds): Project {
  return projectOf(world, bounds, (uri, reason) => {
    complain(world, cannotBeRead(shownUri(uri, world.folder), reason));
  });
}
