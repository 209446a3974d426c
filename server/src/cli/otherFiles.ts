/** The toggles of a file's environment: of all files below the folder, or below the file's config, that are there. */
import { parse } from '../json/document.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { otherToggles } from '../targeting/otherToggles.js';
import type { Toggles } from '../targeting/toggles.js';
import type { Bounds } from '../workspace/bounds.js';
import { folderOf } from '../workspace/uris.js';
import type { ConfigFiles } from '../workspace/configFiles.js';
import { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import type { World } from './world.js';

export function othersFinder(
  world: Pick<World, 'disk'>,
  bounds: Bounds,
  configs: ConfigFiles,
): (uri: string) => Promise<OtherToggles | undefined> {
  const togglesAround = togglesFinder(world, bounds, configs);
  return async (uri) => otherToggles(await togglesAround(uri), uri);
}

export function togglesFinder(
  { disk }: Pick<World, 'disk'>,
  bounds: Bounds,
  configs: ConfigFiles,
): (uri: string) => Promise<Toggles> {
  const workspace = new WorkspaceFiles({
    disk,
    bounds,
    nearestConfig: (uri) => configs.nearest(uri),
    failed: (error) => {
      throw error;
    },
  });
  return async (uri) => {
    const folder = folderOf((await configs.nearest(uri))?.uri ?? uri);
    if (!workspace.isInside(`${folder}/.`)) workspace.foldersChanged({ added: [folder], removed: [] });
    const toggles = await workspace.ready();
    // One that is not on disk, as its text comes on standard input, has its place among the others all the same.
    if (toggles.of(uri) === undefined) workspace.opened(uri, parse(''));
    return workspace.ready();
  };
}
