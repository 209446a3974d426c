/**
 * Shows targeting tests in VS Code's Test Explorer. A test file is read when it is expanded, opened or run. Without
 * test files, the controller is not created, because it would add an icon to the side bar.
 */
import * as vscode from 'vscode';
import { listTestsRequest } from '../../../server/src/core/protocol.js';
import { testsEnding } from '../../../server/src/core/targeting/fileNames.js';
import { logged } from '../fence.js';
import { findOwnFiles } from '../files/findOurs.js';
import type { LanguageServer } from '../server/languageClient.js';
import { Owner } from '../owner.js';
import { isInFolder } from '../files/ours.js';
import { fileItem, update } from './testItems.js';
import { createProfiles } from './runs.js';
import { WorkQueue } from './workQueue.js';

const pattern = `**/*${testsEnding}`;

export class TestExplorer extends Owner {
  #controller: vscode.TestController | undefined;
  /** The test files whose cases have to be listed. */
  readonly #waiting: WorkQueue;

  constructor(private readonly context: { readonly server: LanguageServer; readonly log: vscode.LogOutputChannel }) {
    super();
    const { workspace } = vscode;
    const watcher = workspace.createFileSystemWatcher(pattern);
    this.#waiting = new WorkQueue((uri) => this.#list(uri).catch(logged(context.log)));
    this.owns(
      watcher,
      watcher.onDidCreate((uri) => this.#found(uri)),
      watcher.onDidChange((uri) => this.#changed(uri)),
      watcher.onDidDelete((uri) => this.#controller?.items.delete(uri.toString())),
      workspace.onDidOpenTextDocument(({ uri }) => this.#changed(uri, true)),
      // Closing a document discards its unsaved changes.
      workspace.onDidCloseTextDocument(({ uri }) => this.#changed(uri, true)),
      workspace.onDidChangeTextDocument(({ document }) => this.#changed(document.uri, true)),
      workspace.onDidChangeWorkspaceFolders(() => this.find().catch(logged(context.log))),
      { dispose: () => this.#controller?.dispose() },
    );
  }

  async find(): Promise<void> {
    const { files: uris } = await findOwnFiles(100_000, testsEnding);
    const found = new Set(uris.map((uri) => uri.toString()));
    this.#controller?.items.forEach(({ id }) => !found.has(id) && this.#controller?.items.delete(id));
    for (const uri of uris) this.#found(uri);
    for (const { uri } of vscode.workspace.textDocuments) this.#changed(uri, true);
  }

  #found(uri: vscode.Uri): void {
    if (!isInFolder(uri) || uri.path.includes('/node_modules/')) return;
    this.#controller ??= this.#create();
    const { items } = this.#controller;
    if (items.get(uri.toString()) === undefined) items.add(fileItem(this.#controller, uri));
  }

  #create(): vscode.TestController {
    const { server, log } = this.context;
    const controller = vscode.tests.createTestController('toggleTargeting', 'Toggle Targeting');
    controller.resolveHandler = (item) => (item === undefined ? undefined : this.#list(item.id));
    controller.refreshHandler = () => this.find();
    createProfiles({ controller, server, log });
    return controller;
  }

  /** @param isOpen if true, lists the cases even if they were not listed before */
  #changed(uri: vscode.Uri, isOpen = false): void {
    const item = this.#controller?.items.get(uri.toString());
    if (item !== undefined && (isOpen || item.children.size > 0)) this.#waiting.add(item.id);
  }

  async #list(uri: string): Promise<void> {
    const [listed, item] = [await this.context.server.ask(listTestsRequest, { uri }), this.#controller?.items.get(uri)];
    if (listed !== null && item !== undefined && this.#controller !== undefined) update(this.#controller, item, listed);
  }
}
