/** Caches the committed text of files, read in the background by VS Code's Git extension. */
import * as vscode from 'vscode';
import { logged } from '../fence.js';
import type { Git, Repository } from '../gitExtension.js';
import { gitApi, whenGit } from '../gitExtension.js';
import { Owner } from '../owner.js';

export class Committed extends Owner {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #known = new Map<string, { readonly commit: string; readonly text?: string }>();
  #git: Git | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {
    super();
    this.owns(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#known.delete(uri.toString())),
      whenGit((git) => this.#use(git), logged(log)),
    );
  }

  /** @returns undefined if the file is too long or not committed, or if its committed text has not been read yet */
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

  #use(git: Git): void {
    this.#git = git;
    git.repositories.forEach((repository) => this.#follow(repository));
    this.owns(git.onDidOpenRepository((repository) => this.#follow(repository)));
  }

  #follow(repository: Repository): void {
    let before: string | undefined;
    const look = () => {
      // The repository's event also fires whenever a file is saved, so the commit is compared.
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

/** The maximum length in characters. Comparing longer files takes too long for lenses and views. */
const MAX_COMPARED_LENGTH = 256 * 1024;

/** Waits for Git to read the committed text. @returns undefined if the file is not committed */
export async function committedText(file: vscode.Uri): Promise<string | undefined> {
  const repository = (await gitApi())?.getRepository(file);
  const commit = repository?.state.HEAD?.commit;
  return commit === undefined ? undefined : repository?.show(commit, file.fsPath).catch(() => undefined);
}
