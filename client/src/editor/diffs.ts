/** Texts that exist only to be compared, shown in the editor's diff editor. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { tabName } from './say.js';

export interface Side {
  /** Shown in the title, and part of the tab's name. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

export class Diffs implements vscode.TextDocumentContentProvider {
  static readonly scheme = 'toggle-targeting';
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(Diffs.scheme, this);
  readonly #closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString()));

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(title: string, left: Side, right: Side): Promise<void> {
    const [from, to] = [this.uri(left), this.uri(right)];
    await vscode.commands.executeCommand('vscode.diff', from, to, tabName(title), { preview: true });
  }

  /** A document that cannot be changed. */
  uri({ name, text }: Side): vscode.Uri {
    // Never one that was there before, also before a reload: a tab that is still open would show its old text.
    const path = `/${tabName(name).replaceAll('/', '∕')}.json`;
    const uri = vscode.Uri.from({ scheme: Diffs.scheme, path, query: randomUUID() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#closed.dispose();
  }
}
