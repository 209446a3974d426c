/** The names that a disk itself has: some find a file by a name in another case, or with accents in another form. */
import type { Disk } from './disk.js';
import { decoded, encodedName, folderOf, nameOf } from './uris.js';

/** @returns the URI of the same place, with each name as the disk spells it */
export function spelled(uri: string, disk: Pick<Disk, 'list' | 'realPath'>): string {
  const [folder, real] = [folderOf(uri), disk.realPath(uri)];
  if (folder === uri || (real !== undefined && decoded(uri) === `file://${real}`)) return uri;
  const name = uri.slice(folder.length + 1);
  // The real path ends with another name if the name is a link, or spelled otherwise.
  const isAsTyped = real === undefined || real.endsWith(`/${nameOf(uri)}`);
  return `${spelled(folder, disk)}/${isAsTyped ? name : nameIn(folder, name, disk)}`;
}

/** @returns the same, where an editor spells the folders that it has open in its own way */
export function spelledBelow(folders: readonly string[], uri: string, disk: Pick<Disk, 'list' | 'realPath'>): string {
  const onDisk = spelled(uri, disk);
  for (const folder of folders) {
    const start = `${spelled(folder, disk)}/`;
    if (onDisk.startsWith(start)) return `${folder}/${onDisk.slice(start.length)}`;
  }
  return onDisk;
}

/** Whether a file was listed whose name is not UTF-8: it reads as another name, with U+FFFD, which nothing has. */
export function isMisread(uri: string, { kindOf }: Pick<Disk, 'kindOf'>): boolean {
  return uri.includes(encodedName('\ufffd')) && kindOf(uri) === 'missing';
}

function nameIn(folder: string, name: string, disk: Pick<Disk, 'list'>): string {
  const typed = nameOf(name);
  const entries = disk.list(folder);
  const names = 'unreadable' in entries ? [] : entries.map((entry) => entry.name);
  const found = names.includes(typed) ? undefined : names.find((other) => folded(other) === folded(typed));
  return found === undefined ? name : encodedName(found);
}

function folded(name: string): string {
  return name.normalize().toLowerCase();
}
