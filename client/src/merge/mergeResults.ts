/**
 * Results of merges in progress, as virtual files for the merge editor. Saving stores a result in memory; only
 * completing the merge passes it on. A window reload loses the results.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Owner } from '../owner.js';
import { notify, tabName } from '../say.js';

export interface Merging {
  /** @returns why the merge cannot be completed now; undefined if it can be completed */
  readonly obstacle: () => Promise<string | undefined>;
  readonly complete: (text: string) => Promise<void>;
  /** Called if the merge editor is closed without completing the merge. */
  readonly abandoned: (text: string) => Promise<void>;
}

interface Result extends Merging {
  /** The name of the merged file, shown at the end of the tab's name. */
  readonly file: string;
  text: string;
  /** The number of saves, as modification time: the editor refuses to overwrite a file newer than its own copy. */
  saves: number;
  isCompleted: boolean;
}

export class MergeResults extends Owner implements vscode.FileSystemProvider {
  static readonly scheme = 'toggle-targeting-merge';
  readonly #results = new Map<string, Result>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** @param failed is called with an unexpected error */
  constructor(private readonly failed: (error: unknown) => void) {
    super();
    this.owns(
      this.#changed,
      vscode.workspace.registerFileSystemProvider(MergeResults.scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#closed(uri.toString())),
    );
  }

  open(name: string, text: string, merging: Merging): vscode.Uri {
    const file = `${tabName(name).replaceAll('/', '∕')}.json`;
    const uri = vscode.Uri.from({ scheme: MergeResults.scheme, path: `/${file}`, query: randomUUID() });
    this.#results.set(uri.toString(), { ...merging, file, text, saves: 0, isCompleted: false });
    return uri;
  }

  /** @param resource the URI of the result; if undefined, the active merge editor's result is completed */
  async complete(resource: vscode.Uri | undefined): Promise<void> {
    const result = this.#results.get(resource?.toString() ?? '') ?? this.#inFront();
    if (result === undefined) return;
    const obstacle = await result.obstacle();
    if (obstacle !== undefined) return void notify('error', obstacle);
    result.isCompleted = true;
    const answer = await vscode.commands.executeCommand<{ readonly successful: boolean }>('mergeEditor.acceptMerge');
    result.isCompleted = answer.successful;
    if (answer.successful) await result.complete(result.text);
  }

  #inFront(): Result | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    return [...this.#results.values()].findLast(({ file }) => label.endsWith(file));
  }

  #closed(uri: string): void {
    const result = this.#results.get(uri);
    this.#results.delete(uri);
    if (result?.isCompleted === false) result.abandoned(result.text).catch(this.failed);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, saves } = this.#result(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: saves, size: encoded(text).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return encoded(this.#result(uri).text);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const result = this.#result(uri);
    result.text = new TextDecoder().decode(content);
    result.saves += 1;
  }

  /** Watches nothing, because these files change only through the editor. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #result(uri: vscode.Uri): Result {
    const result = this.#results.get(uri.toString());
    if (result === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return result;
  }
}

/** Adds a UTF-8 BOM if the editor is set to another encoding. */
function encoded(text: string): Uint8Array {
  const usual = vscode.workspace.getConfiguration('files').get<string>('encoding', 'utf8') === 'utf8';
  return new TextEncoder().encode(usual ? text : `\uFEFF${text}`);
}
