/** Which places an earlier commit protects, in any of its configs, so that a plan can say what is not protected any more. */
import { t } from '@vscode/l10n';
import { configFileName } from '../../core/targeting/fileNames.js';
import { parseConfig, placeKeyOf } from '../../workspace/config/config.js';
import { decoded } from '../../workspace/encoding.js';
import { revisionOf } from '../diffSides.js';
import { gitIn } from '../../workspace/repository.js';
import type { World } from '../world.js';

/** @returns keys of places (config.ts), or why they cannot be told */
export function placesProtectedIn(base: string, world: World): ReadonlySet<string> | string {
  const unknown = t('Git does not know {0} here.', JSON.stringify(base));
  const git = gitIn(world.folder, world);
  const commit = git && revisionOf(base, git);
  const listed =
    git === undefined || commit === undefined ? undefined : git(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (listed === undefined) return unknown;
  const places = new Set<string>();
  for (const entry of decoded(listed).split('\0')) {
    const [, blob, path] = /^\d+ blob (\w+)\t([^]*)$/.exec(entry) ?? [];
    if (blob === undefined || path?.split('/').at(-1) !== configFileName) continue;
    const text = git?.(['cat-file', 'blob', blob]);
    if (text === undefined) return unknown;
    for (const environment of parseConfig(decoded(text)).config?.environments ?? [])
      if (environment.protected) places.add(placeKeyOf(environment));
  }
  return places;
}
