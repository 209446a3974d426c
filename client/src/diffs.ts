/** Texts that exist only to be compared, shown in the editor's diff editor. */
import * as vscode from 'vscode';

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
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(title: string, left: Side, right: Side): Promise<void> {
    const [from, to] = [this.uri(left), this.uri(right)];
    await vscode.commands.executeCommand('vscode.diff', from, to, title, { preview: true });
  }

  /** A document that cannot be changed. */
  uri({ name, text }: Side): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme: Diffs.scheme, path: `/${this.#count}/${name.replaceAll('/', '∕')}.json` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#closed.dispose();
  }
}
