/** Which targeting files the workspace has: looked for when someone asks, and anew after some may have come or gone. */
import * as vscode from 'vscode';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import type { Found } from '../files/findOurs.js';
import { findOurs } from '../files/findOurs.js';
import { targetingFiles } from '../files/ours.js';
import { MAX_FILES } from '../many/files.js';
import { Owner } from '../owner.js';

export class WorkspaceFiles extends Owner {
  readonly #changed = new vscode.EventEmitter<vscode.Uri | undefined>();
  /** One of the files says something else, or others may be there now. */
  readonly onDidChange = this.#changed.event;
  #found: Promise<Found> | undefined;

  constructor() {
    super();
    const { workspace } = vscode;
    const files = workspace.createFileSystemWatcher(targetingFiles);
    // Of a folder that came or went, the editor often tells without telling of the files in it.
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
    return (this.#found ??= findOurs(MAX_FILES, targetingEnding));
  }

  findAgain(): void {
    this.#found = undefined;
    this.#changed.fire(undefined);
  }
}

/** As the server guesses it: a name without a dot. Git and package managers make many, which hold none of our files. */
function mayBeFolder({ path }: vscode.Uri): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.') && !/\/(?:node_modules|\.git)\//.test(path);
}
