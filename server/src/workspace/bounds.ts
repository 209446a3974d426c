/**
 * How far looking for files goes: up to the topmost folder whose targeting.config.json may count for a file, and down to what
 * lies below that folder, links followed to files of the same kind. So a config that someone planted in a shared folder further
 * up redirects nothing, a link in someone's repository leads to nothing else on this machine, and whoever looks for changes of targeting
 * files by their names finds all.
 */
import { areOneKind } from '../core/targeting/fileNames.js';
import type { Disk } from './disk.js';
import { folderOf, pathBelow, upwards } from './uris.js';

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
   * Where something really is, when links lead to it out of the topmost folder or to a file of another kind, or it is Git's own: what is
   * written there may run. Of what is not there, where it would be.
   * @returns undefined when it is inside
   */
  outside(uri: string): string | undefined {
    const { disk, followsLinks = false } = this.options;
    if (followsLinks) return undefined;
    const own = disk.realPath(uri);
    if (own !== undefined && !areOneKind(uri, own)) return own;
    const top = disk.realPath(this.topOf(folderOf(uri)));
    const real = this.#realPath(uri);
    return top === undefined || real === undefined || (isWithin(real, top) && !gitsOwn.test(real.slice(top.length)))
      ? undefined
      : real;
  }

  /** @returns whether a config may name a place: its real path is in the config's own bounds, or in a folder of the options */
  namedBy(configUri: string): (uri: string) => boolean {
    const { disk, opened, otherwise } = this.options;
    const folders = [this.topOf(folderOf(configUri)), ...opened(), ...(otherwise?.() ?? [])];
    const tops = folders.map((top) => disk.realPath(top) ?? top);
    return (uri) => {
      const real = this.#realPath(uri);
      return real === undefined || tops.some((top) => isWithin(real, top));
    };
  }

  #realPath(uri: string): string | undefined {
    for (const at of upwards(uri)) {
      const real = this.options.disk.realPath(at);
      if (real !== undefined) return real;
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

function isWithin(real: string, top: string): boolean {
  return real === top || real.startsWith(top.endsWith('/') ? top : `${top}/`);
}
