/**
 * Results of merges while people make them: files in memory for the merge editor, which has its result in a file that can be
 * saved. Who opens one says what saving does with it. After a reload there are none: a merge that was cut off begins anew.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { tabName } from './say.js';

interface Result {
  text: string;
  /** Of which save it is. The editor does not save over a file that is newer than what it knows. */
  saves: number;
  readonly saved: (text: string) => Promise<void>;
}

export class MergeResults implements vscode.FileSystemProvider {
  static readonly scheme = 'toggle-targeting-merge';
  readonly #results = new Map<string, Result>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #parts = [
    this.#changed,
    vscode.workspace.registerFileSystemProvider(MergeResults.scheme, this, { isCaseSensitive: true }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#results.delete(uri.toString())),
  ];

  /**
   * @param name is shown
   * @param saved the result was saved; where it throws, the result stays unsaved and the person reads why
   */
  open(name: string, text: string, saved: Result['saved']): vscode.Uri {
    const path = `/${tabName(name).replaceAll('/', '∕')}.json`;
    const uri = vscode.Uri.from({ scheme: MergeResults.scheme, path, query: randomUUID() });
    this.#results.set(uri.toString(), { text, saves: 0, saved });
    return uri;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, saves } = this.#result(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: saves, size: encoded(text).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return encoded(this.#result(uri).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const result = this.#result(uri);
    const text = new TextDecoder().decode(content);
    await result.saved(text);
    result.text = text;
    result.saves += 1;
  }

  /** Nobody else changes them. */
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

  dispose(): void {
    this.#parts.forEach((part) => void part.dispose());
  }

  #result(uri: vscode.Uri): Result {
    const result = this.#results.get(uri.toString());
    if (result === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return result;
  }
}

/** With the mark of UTF-8 where the editor is set to read files in another encoding. */
function encoded(text: string): Uint8Array {
  const usual = vscode.workspace.getConfiguration('files').get<string>('encoding', 'utf8') === 'utf8';
  return new TextEncoder().encode(usual ? text : `\uFEFF${text}`);
}
