import { t } from '../../core/t.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import type { World } from '../world.js';
import { uriAt } from './paths.js';

/** Describes a failed read. Reads treat a folder as a missing file, so a named folder gets a message of its own. */
export function readError(path: string, found: Unreadable | undefined, world: Pick<World, 'folder' | 'disk'>): string {
  return world.disk.kindOf(uriAt(path, world)) === 'folder'
    ? t('{0} is a folder, not a file.', JSON.stringify(path))
    : cannotBeRead(path, found);
}

export function cannotBeRead(path: string, why?: Unreadable): string {
  return t('{0} cannot be read ({1}).', JSON.stringify(path), why?.unreadable ?? 'ENOENT');
}
