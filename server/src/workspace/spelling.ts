/** The names that a disk itself has: some find a file by a name in another case, or with accents in another form. */
import type { Disk } from './disk.js';
import { encodedName, folderOf, nameOf } from './uris.js';

/**
 * @param known spelled folders by the URIs that were asked for
 * @returns the URI of the same place, with each name as the disk spells it
 */
export function spelled(uri: string, disk: Pick<Disk, 'list' | 'realPath'>, known = new Map<string, string>()): string {
  const folder = folderOf(uri);
  if (folder === uri) return uri;
  const above = known.get(folder) ?? spelled(folder, disk, known);
  known.set(folder, above);
  return `${above}/${nameThere(uri, folder, disk) ?? uri.slice(folder.length + 1)}`;
}

/** @returns undefined where the name is as on disk, or nothing is there */
function nameThere(uri: string, folder: string, disk: Pick<Disk, 'list' | 'realPath'>): string | undefined {
  const [typed, real] = [nameOf(uri), disk.realPath(uri)];
  // Only a name that is not as typed, or a link, leads to another path.
  if (real === undefined || real.endsWith(`/${typed}`)) return undefined;
  const entries = disk.list(folder);
  const names = 'unreadable' in entries ? [] : entries.map(({ name }) => name);
  const found = names.includes(typed) ? undefined : names.find((name) => folded(name) === folded(typed));
  return found === undefined ? undefined : encodedName(found);
}

function folded(name: string): string {
  return name.normalize().toLowerCase();
}
