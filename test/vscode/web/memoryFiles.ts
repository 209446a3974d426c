/** An extension for the suites in a browser: a file system in memory, like that of a remote repository. */
import * as vscode from 'vscode';

type Entry = Uint8Array | 'folder';

/** Part of an API that VS Code proposes. */
interface Searching {
  readonly registerFileSearchProvider: (scheme: string, provider: object) => vscode.Disposable;
}

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const entries = new Map<string, Entry>([
    ['/', 'folder'],
    ['/workspace', 'folder'],
    // Gives our extension something to do.
    ['/workspace/first.targeting.json', new TextEncoder().encode('{}\n')],
  ]);
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const fire = (uri: vscode.Uri, type: vscode.FileChangeType) => changed.fire([{ uri, type }]);
  const entryAt = (uri: vscode.Uri) => {
    const entry = entries.get(uri.path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  };
  const below = (path: string) =>
    [...entries.keys()].filter((each) => each.startsWith(path === '/' ? path : `${path}/`) && each !== path);
  const makeFolder = (uri: vscode.Uri) => {
    if (entries.has(uri.path)) return;
    makeFolder(vscode.Uri.joinPath(uri, '..'));
    entries.set(uri.path, 'folder');
    fire(uri, vscode.FileChangeType.Created);
  };
  const write = (uri: vscode.Uri, bytes: Uint8Array) => {
    makeFolder(vscode.Uri.joinPath(uri, '..'));
    const type = entries.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    entries.set(uri.path, bytes);
    fire(uri, type);
  };
  const remove = (uri: vscode.Uri) => {
    entryAt(uri);
    for (const path of [uri.path, ...below(uri.path)]) entries.delete(path);
    fire(uri, vscode.FileChangeType.Deleted);
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => {
      const entry = entryAt(uri);
      return { ...{ type: typeOf(entry), ctime: 0, mtime: Date.now() }, size: entry === 'folder' ? 0 : entry.length };
    },
    readDirectory: (uri) =>
      below(uri.path)
        .filter((path) => vscode.Uri.joinPath(uri.with({ path }), '..').path === uri.path)
        .map((path) => [path.slice(path.lastIndexOf('/') + 1), typeOf(entries.get(path))]),
    createDirectory: makeFolder,
    readFile: (uri) => {
      const entry = entryAt(uri);
      if (entry === 'folder') throw vscode.FileSystemError.FileIsADirectory(uri);
      return entry;
    },
    writeFile: write,
    delete: remove,
    rename: (from, to) => {
      const entry = entryAt(from);
      if (entry === 'folder') throw vscode.FileSystemError.NoPermissions(from);
      write(to, entry);
      remove(from);
    },
  };
  const search = {
    provideFileSearchResults: (_: unknown, { folder }: { readonly folder: vscode.Uri }) =>
      below(folder.path)
        .filter((path) => entries.get(path) !== 'folder')
        .map((path) => folder.with({ path })),
  };
  subscriptions.push(
    changed,
    vscode.workspace.registerFileSystemProvider('memory', files, { isCaseSensitive: true }),
    // Most folders that extensions bring cannot be searched.
    vscode.workspace.registerFileSystemProvider('unsearched', files, { isCaseSensitive: true, isReadonly: false }),
    (vscode.workspace as unknown as Searching).registerFileSearchProvider('memory', search),
  );
}

function typeOf(entry: Entry | undefined): vscode.FileType {
  return entry === 'folder' ? vscode.FileType.Directory : vscode.FileType.File;
}
