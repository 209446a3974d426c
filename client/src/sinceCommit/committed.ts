/** What the last commit has of files, read by VS Code's git extension where it runs. Nobody waits for it: it tells when it knows more. */
import * as vscode from 'vscode';
import { logged } from '../fence.js';
import type { Git, Repository } from '../gitExtension.js';
import { gitApi } from '../gitExtension.js';
import { Owner } from '../owner.js';

export class Committed extends Owner {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** By the URI of the file. */
  readonly #known = new Map<string, { readonly commit: string; readonly text?: string }>();
  #git: Git | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {
    super();
    this.owns(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#known.delete(uri.toString())),
    );
    this.#find().catch(logged(log));
  }

  /** Undefined where nothing is committed of it, or it is not known yet, and for a long file. */
  textOf(document: vscode.TextDocument): string | undefined {
    if (document.getText().length > MAX_COMPARED_LENGTH) return undefined;
    const { uri: file } = document;
    const repository = this.#git?.getRepository(file);
    const commit = repository?.state.HEAD?.commit;
    if (!repository || commit === undefined) return undefined;
    const known = this.#known.get(file.toString());
    if (known?.commit === commit) return known.text;
    this.#known.set(file.toString(), { commit });
    this.#read(file, repository, commit).catch(logged(this.log));
    return undefined;
  }

  async #find(): Promise<void> {
    this.#git = await gitApi();
    if (this.#git === undefined) return;
    this.#git.repositories.forEach((repository) => this.#follow(repository));
    this.owns(this.#git.onDidOpenRepository((repository) => this.#follow(repository)));
  }

  #follow(repository: Repository): void {
    let before: string | undefined;
    const look = () => {
      // It also changes with every file that is saved.
      const commit = repository.state.HEAD?.commit;
      if (commit === before) return;
      before = commit;
      this.#changed.fire();
    };
    this.owns(repository.state.onDidChange(look));
    look();
  }

  async #read(file: vscode.Uri, repository: Repository, commit: string): Promise<void> {
    const text = await repository.show(commit, file.fsPath).catch(() => undefined);
    if (text === undefined || this.#known.get(file.toString())?.commit !== commit) return;
    this.#known.set(file.toString(), { commit, text });
    this.#changed.fire();
  }
}

/** Characters: of longer files, an answer takes longer than lenses and views may. */
const MAX_COMPARED_LENGTH = 256 * 1024;

/** For whoever waits for it; undefined where nothing is committed of the file. */
export async function committedText(file: vscode.Uri): Promise<string | undefined> {
  const repository = (await gitApi())?.getRepository(file);
  const commit = repository?.state.HEAD?.commit;
  return commit === undefined ? undefined : repository?.show(commit, file.fsPath).catch(() => undefined);
}
