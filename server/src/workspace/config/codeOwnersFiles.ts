/** Finds a file's owners in its repository's CODEOWNERS. Owners are unknown if it is unreadable or out of bounds. */
import { MAX_BESIDE_BYTES } from '../../core/checks/text/unreadable.js';
import type { Forge } from '../../core/targeting/rules/codeowners.js';
import { CodeOwners, hasSections } from '../../core/targeting/rules/codeowners.js';
import type { Bounds } from '../disk/bounds.js';
import type { Disk } from '../disk/disk.js';
import { decoded, folderOf, nameOf, pathBelow } from '../disk/uris.js';

export const codeOwnersName = 'CODEOWNERS';

/** Places of CODEOWNERS, in the order in which forges search them. */
const places = [`.github/${codeOwnersName}`, codeOwnersName, `docs/${codeOwnersName}`, `.gitlab/${codeOwnersName}`];

/** True if a change to this file or folder may change the owners of files. */
export function affectsOwners(uri: string): boolean {
  return [codeOwnersName, 'docs', '.github', '.gitlab', '.gitlab-ci.yml', '.git'].includes(nameOf(uri));
}

export class CodeOwnersFiles {
  /** The owners as each possible forge reads them, keyed by the repository's URI. */
  #known = new Map<string, readonly CodeOwners[] | 'none' | 'unknown'>();

  constructor(
    private readonly disk: Pick<Disk, 'read' | 'ownerOf'>,
    private readonly bounds: Pick<Bounds, 'topOf' | 'repositoryOf' | 'outside'>,
  ) {}

  of(uri: string): readonly string[] | undefined {
    const folder = folderOf(uri);
    const root = this.bounds.repositoryOf(folder);
    if (root === undefined || pathBelow(this.bounds.topOf(folder), `${root}/.`) === undefined) return undefined;
    const known = this.#known.get(root) ?? this.#read(root);
    this.#known.set(root, known);
    if (known === 'none') return [];
    const path = decoded(uri.slice(root.length + 1));
    if (known === 'unknown' || path === undefined) return undefined;
    const [found, ...others] = known.map((file) => file.of(path));
    return others.every((each) => each?.join(' ') === found?.join(' ')) ? found : undefined;
  }

  forget(): void {
    this.#known = new Map();
  }

  #read(root: string): readonly CodeOwners[] | 'none' | 'unknown' {
    for (const place of places) {
      const uri = `${root}/${place}`;
      if (this.bounds.outside(uri) !== undefined) return 'unknown';
      const text = this.disk.read(uri, MAX_BESIDE_BYTES);
      if (text === undefined) continue;
      return typeof text === 'string'
        ? this.#forgesOf(root, place, text).map((forge) => new CodeOwners(text, forge))
        : 'unknown';
    }
    return 'none';
  }

  /** Returns both forges if the repository's forge is unclear; owners then count only if both forges agree on them. */
  #forgesOf(root: string, place: string, text: string): readonly Forge[] {
    if (place.startsWith('.github/')) return ['github'];
    if (place.startsWith('.gitlab/') || hasSections(text)) return ['gitlab'];
    const has = (...names: readonly string[]) =>
      names.some((name) => this.disk.ownerOf(`${root}/${name}`) !== undefined);
    const [isGitHub, isGitLab] = [has('.github'), has('.gitlab', '.gitlab-ci.yml')];
    if (isGitHub !== isGitLab) return [isGitHub ? 'github' : 'gitlab'];
    return ['github', 'gitlab'];
  }
}
