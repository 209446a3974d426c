/**
 * Files that are on no disk of this machine, as the client gives them: those of an editor in a browser, and of folders that an
 * editor has from elsewhere (`vscode-vfs://…`). The client leaves out what is not ours.
 */
import { tooLarge } from '../core/checks/text/unreadable.js';
import type { GivenFiles as Given } from '../core/protocol.js';
import type { Disk, DiskEntry, FileKind } from './disk/disk.js';
import { decoded } from './disk/uris.js';

export class GivenFiles {
  readonly #texts = new Map<string, string>();
  #allAreGiven: () => void = () => undefined;
  /** Settles when the client has given all that there was at the start. */
  readonly all = new Promise<void>((resolve) => {
    this.#allAreGiven = resolve;
  });

  /** There may be others, so that a file that was not given is not missing. */
  mayBeMore = false;

  /** @param machine has what is in `file:`; a browser has none, and there all is given */
  constructor(private readonly machine: Disk | undefined) {}

  take({ files, areAll, mayBeMore = false }: Given): void {
    for (const { uri, text } of files) this.#texts.set(uri, text);
    this.mayBeMore ||= mayBeMore;
    if (areAll) this.#allAreGiven();
  }

  /** A file, or a folder with all that is in it. */
  gone(uri: string): void {
    for (const each of this.#texts.keys()) if (each === uri || each.startsWith(`${uri}/`)) this.#texts.delete(each);
  }

  get disk(): Disk {
    const on = (uri: string) => (uri.startsWith('file:') ? (this.machine ?? this.#given) : this.#given);
    return {
      list: (uri) => on(uri).list(uri),
      kindOf: (uri) => on(uri).kindOf(uri),
      read: (uri, limit) => on(uri).read(uri, limit),
      realPath: (uri) => on(uri).realPath(uri),
      ownerOf: (uri) => on(uri).ownerOf(uri),
    };
  }

  /** Has no links, and nobody owns its files. */
  readonly #given: Disk = {
    list: (uri) => this.#list(`${uri}/`),
    kindOf: (uri) => this.#kindOf(uri),
    read: (uri, limit) => {
      const text = this.#texts.get(uri);
      return text !== undefined && text.length > limit ? tooLarge(limit) : text;
    },
    realPath: (uri) => (this.#kindOf(uri) === 'missing' ? undefined : uri),
    ownerOf: () => undefined,
  };

  #kindOf(uri: string): FileKind | 'missing' {
    if (this.#texts.has(uri)) return 'file';
    return this.#list(`${uri}/`).length > 0 ? 'folder' : 'missing';
  }

  #list(folder: string): readonly DiskEntry[] {
    const found = new Map<string, DiskEntry>();
    for (const uri of this.#texts.keys()) {
      if (!uri.startsWith(folder)) continue;
      const [first = '', ...rest] = uri.slice(folder.length).split('/');
      const name = decoded(first) ?? first;
      found.set(name, { name, kind: rest.length > 0 ? 'folder' : 'file' });
    }
    return [...found.values()];
  }
}
