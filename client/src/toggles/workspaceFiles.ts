/** Caches the list of the workspace's targeting files. Searches again after files may have been added or removed. */
import * as vscode from 'vscode';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import type { Found } from '../files/findOurs.js';
import { findOwnFiles } from '../files/findOurs.js';
import { targetingFiles } from '../files/ours.js';
import { MAX_FILES } from '../many/pushedFiles.js';
import { Owner } from '../owner.js';

export class WorkspaceFiles extends Owner {
  readonly #changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  /** Fires with the file that changed, or with undefined if files may have been added or removed. */
  readonly onDidChange = this.#changed.event;
  #found: Promise<Found> | undefined;

  constructor() {
    super();
    const { workspace } = vscode;
    const files = workspace.createFileSystemWatcher(targetingFiles);
    // If a folder is created or deleted, the editor often reports only the folder, not the files in it.
    const folders = workspace.createFileSystemWatcher('**', false, true, false);
    const findAgain = () => this.findAgain();
    this.owns(
      this.#changed,
      files,
      folders,
      files.onDidCreate(findAgain),
      files.onDidDelete(findAgain),
      files.onDidChange((file) => this.#changed.fire(file)),
      folders.onDidCreate((uri) => mayBeFolder(uri) && this.findAgain()),
      folders.onDidDelete((uri) => mayBeFolder(uri) && this.findAgain()),
      workspace.onDidChangeWorkspaceFolders(findAgain),
    );
  }

  find(): Promise<Found> {
    return (this.#found ??= findOwnFiles(MAX_FILES, targetingEnding));
  }

  findAgain(): void {
    this.#found = undefined;
    this.#changed.fire(undefined);
  }
}

/** Whether the path may be a folder with our files: its name has no dot, and it is not in `node_modules` or `.git`. */
function mayBeFolder({ path }: vscode.Uri): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.') && !/\/(?:node_modules|\.git)\//.test(path);
}
