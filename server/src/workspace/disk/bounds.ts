/**
 * How far looking for files goes: up to the topmost folder whose targeting.config.json may count for a file, and down to what
 * lies below that folder, through no link. So a config that someone planted in a shared folder further up redirects nothing, a link in
 * someone's repository leads nowhere, and whoever looks for changes of targeting files by their names finds all.
 */
import type { Disk } from './disk.js';
import { decoded, folderOf, pathBelow, upwards } from './uris.js';

export interface BoundsOptions {
  readonly disk: Pick<Disk, 'realPath' | 'ownerOf'>;
  /** URIs of folders; what is in one of them belongs to it whatever repository it is in. */
  readonly opened: () => readonly string[];
  /** URIs of folders that hold what is in no repository; configs may also name them. */
  readonly otherwise?: (() => readonly string[]) | undefined;
  readonly followsLinks?: boolean;
}

export class Bounds {
  constructor(private readonly options: BoundsOptions) {}

  /** A folder's own URI, or that of one above it. */
  topOf(folderUri: string): string {
    const { opened, otherwise } = this.options;
    const repository = uppermost(opened(), folderUri) ?? this.repositoryOf(folderUri);
    return repository ?? uppermost(otherwise?.() ?? [], folderUri) ?? folderUri;
  }

  /**
   * Where something really is, when a link below the topmost folder leads to it, or it is Git's own: what is written there may run. Of what
   * is not there, where the folder that is there really is.
   * @returns undefined when it is inside
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

  /** @returns whether a config may name a place: its real path is in the config's own bounds, or in a folder of the options */
  namedBy(configUri: string): (uri: string) => boolean {
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

  /** The nearest folder with `.git`. One that is someone else's than the folder is itself no repository, as to git. */
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

/** On any disk: some ignore case. */
const gitsOwn = /(?:^|\/)\.git(?:\/|$)/i;

/** Of folders within each other the one that holds the others. */
function uppermost(folders: readonly string[], uri: string): string | undefined {
  return folders.filter((folder) => pathBelow(folder, `${uri}/.`) !== undefined).sort((a, b) => a.length - b.length)[0];
}

/** As on a disk that ignores case and Unicode normalisation, which gives the real path in its own spelling. */
function onAnyDisk(path: string): string {
  return path.replace(/\/$/, '').normalize().toLowerCase();
}

function isWithin(real: string, top: string): boolean {
  return real === top || real.startsWith(top.endsWith('/') ? top : `${top}/`);
}
