/**
 * Limits the search for files to the topmost folder whose config may apply, and to the paths below it without links.
 * Planted configs and links thus have no effect, and file watchers see every targeting file.
 */
import type { Disk } from './disk.js';
import { decoded, folderOf, pathBelow, upwards } from './uris.js';

export interface BoundsOptions {
  readonly disk: Pick<Disk, 'realPath' | 'ownerOf'>;
  /** URIs of opened folders. An opened folder is the topmost folder of its files, even inside a larger repository. */
  readonly opened: () => readonly string[];
  /** URIs of the topmost folders for files outside of repositories. Configs may also name these folders. */
  readonly otherwise?: (() => readonly string[]) | undefined;
  readonly followsLinks?: boolean;
}

export class Bounds {
  constructor(private readonly options: BoundsOptions) {}

  /** The topmost folder whose config may apply: the folder itself, or a folder above it. */
  topOf(folderUri: string): string {
    const { opened, otherwise } = this.options;
    const repository = uppermost(opened(), folderUri) ?? this.repositoryOf(folderUri);
    return repository ?? uppermost(otherwise?.() ?? [], folderUri) ?? folderUri;
  }

  /** The repository around the folder if it is within the topmost folder, otherwise the topmost folder. */
  surroundings(folderUri: string): string {
    const [top, repository] = [this.topOf(folderUri), this.repositoryOf(folderUri)];
    return repository !== undefined && pathBelow(top, `${repository}/.`) !== undefined ? repository : top;
  }

  /**
   * The real location of a path outside the topmost folder or in a `.git` folder, whose files Git may run.
   * If the path is missing, its nearest existing folder is checked. @returns undefined if the path is in bounds
   */
  outside(uri: string): string | undefined {
    const { disk, followsLinks = false } = this.options;
    if (followsLinks) return undefined;
    const top = this.topOf(folderOf(uri));
    const [realTop, place] = [disk.realPath(top), this.#existing(uri)];
    if (realTop === undefined || place === undefined || place.at.length < top.length) return undefined;
    const { at, real } = place;
    const below = decoded(at.slice(top.length)) ?? '';
    return onAnyDisk(real) === onAnyDisk(realTop) + onAnyDisk(below) && !gitsOwn.test(below) ? undefined : real;
  }

  /** @returns a test for places that a config may name: they must be in the topmost, an opened or an allowed folder */
  mayBeNamedBy(configUri: string): (uri: string) => boolean {
    const { disk, opened, otherwise } = this.options;
    const folders = [this.topOf(folderOf(configUri)), ...opened(), ...(otherwise?.() ?? [])];
    const tops = folders.map((top) => disk.realPath(top) ?? top);
    return (uri) => {
      const place = this.#existing(uri);
      return place === undefined || tops.some((top) => isWithin(place.real, top));
    };
  }

  #existing(uri: string): { readonly at: string; readonly real: string } | undefined {
    for (const at of upwards(uri)) {
      const real = this.options.disk.realPath(at);
      if (real !== undefined) return { at, real };
    }
    return undefined;
  }

  /** The nearest folder with `.git`. Like Git, ignores a repository whose owner differs from the folder's owner. */
  repositoryOf(folderUri: string): string | undefined {
    const { disk } = this.options;
    let owner: number | undefined;
    for (const at of upwards(folderUri)) {
      owner ??= disk.ownerOf(at);
      const found = disk.ownerOf(`${at}/.git`);
      if (found !== undefined) return found === owner ? at : undefined;
    }
    return undefined;
  }
}

/** Matches Git's own files in any case, since some disks ignore case. */
const gitsOwn = /(?:^|\/)\.git(?:\/|$)/i;

/** The outermost of the folders that contain the URI. */
function uppermost(folders: readonly string[], uri: string): string | undefined {
  return folders.filter((folder) => pathBelow(folder, `${uri}/.`) !== undefined).sort((a, b) => a.length - b.length)[0];
}

/** Folds the case and accent form of a path for comparison, since a real path has the disk's own spelling. */
function onAnyDisk(path: string): string {
  return path.replace(/\/$/, '').normalize().toLowerCase();
}

function isWithin(real: string, top: string): boolean {
  return real === top || real.startsWith(top.endsWith('/') ? top : `${top}/`);
}
