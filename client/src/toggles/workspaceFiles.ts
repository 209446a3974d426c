/** Caches the targeting files of the workspace, and searches again after files may have been added or removed. */
import * as vscode from 'vscode';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import type { Found } from '../files/findOurs.js';
import { findOwnFiles } from '../files/findOurs.js';
import { targetingFiles } from '../files/ours.js';
import { MAX_FILES } from '../many/pushedFiles.js';
import { Owner } from '../owner.js';

export class WorkspaceFiles extends Owner {
  readonly #changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  /** Fires with a changed file, or with undefined if files may have been added or removed. */
  readonly onDidChange = this.#changed.event;
  #found: Promise<Found> | undefined;

  constructor() {
    super();
    const { workspace } = vscode;
    const files = workspace.createFileSystemWatcher(targetingFiles);
    // The editor often reports only a created or deleted folder, not its files.
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

/** Folder names have no dot, as on the server. Git and package managers create many folders without our files. */
function mayBeFolder({ path }: vscode.Uri): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.') && !/\/(?:node_modules|\.git)\//.test(path);
}
