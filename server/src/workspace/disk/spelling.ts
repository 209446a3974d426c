/** Finds names as the disk spells them: some disks ignore case or the form of accents. */
import type { Disk } from './disk.js';
import { decoded, encodedName, folderOf, nameOf } from './uris.js';

/** @returns the URI of the same file or folder in the disk's spelling */
export function spelled(uri: string, disk: Pick<Disk, 'list' | 'realPath'>): string {
  const [folder, real] = [folderOf(uri), disk.realPath(uri)];
  if (folder === uri || (real !== undefined && decoded(uri) === `file://${real}`)) return uri;
  const name = uri.slice(folder.length + 1);
  // The real path ends with another name if the URI's name is a link or is spelled differently on disk.
  const isAsTyped = real === undefined || real.endsWith(`/${nameOf(uri)}`);
  return `${spelled(folder, disk)}/${isAsTyped ? name : nameIn(folder, name, disk)}`;
}

/** Like `spelled`, but keeps the editor's spelling of its open folders. */
export function spelledBelow(folders: readonly string[], uri: string, disk: Pick<Disk, 'list' | 'realPath'>): string {
  const onDisk = spelled(uri, disk);
  for (const folder of folders) {
    const start = `${spelled(folder, disk)}/`;
    if (onDisk.startsWith(start)) return `${folder}/${onDisk.slice(start.length)}`;
  }
  return onDisk;
}

/** True if a listed name is not valid UTF-8: the decoded name contains U+FFFD, and no file has the decoded name. */
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
