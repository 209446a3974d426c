/** Files that the client sends because no local disk has them: in a browser, or below `vscode-vfs://…`. */
import { tooLarge } from '../core/checks/text/unreadable.js';
import type { GivenFiles as Given } from '../core/protocol.js';
import type { Disk, DiskEntry, FileKind } from './disk/disk.js';
import { decoded } from './disk/uris.js';

export class GivenFiles {
  readonly #texts = new Map<string, string>();
  #allAreGiven: () => void = () => undefined;
  /** Resolves when the client has sent all initial files. */
  readonly all = new Promise<void>((resolve) => {
    this.#allAreGiven = resolve;
  });

  /** True if the client may not have sent all existing files. */
  mayMissFiles = false;

  /** @param machine reads `file:` URIs; undefined in a browser, where all files are given */
  constructor(private readonly machine: Disk | undefined) {}

  take({ files, isComplete, mayMissFiles = false }: Given): void {
    for (const { uri, text } of files) this.#texts.set(uri, text);
    this.mayMissFiles ||= mayMissFiles;
    if (isComplete) this.#allAreGiven();
  }

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
