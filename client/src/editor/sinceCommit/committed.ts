/** What the last commit has of files, read by VS Code's git extension where it runs. Nobody waits for it: it tells when it knows more. */
import * as vscode from 'vscode';
import { logged } from '../fence.js';

export class Committed {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** By the URI of the file. */
  readonly #known = new Map<string, { readonly commit: string; readonly text?: string }>();
  readonly #parts: { readonly dispose: () => unknown }[] = [
    this.#changed,
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#known.delete(uri.toString())),
  ];
  #git: Git | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.#find().catch(logged(log));
  }

  /** Undefined where nothing is committed of it, or it is not known yet. */
  textOf(file: vscode.Uri): string | undefined {
    const repository = this.#git?.getRepository(file);
    const commit = repository?.state.HEAD?.commit;
    if (!repository || commit === undefined) return undefined;
    const known = this.#known.get(file.toString());
    if (known?.commit === commit) return known.text;
    this.#known.set(file.toString(), { commit });
    this.#read(file, repository, commit).catch(logged(this.log));
    return undefined;
  }

  dispose(): void {
    this.#parts.forEach((part) => void part.dispose());
  }

  /** Where git is disabled, there is none. VS Code starts its extension by itself. */
  async #find(): Promise<void> {
    this.#git = await gitOfEditor();
    if (this.#git === undefined) return;
    this.#git.repositories.forEach((repository) => this.#follow(repository));
    this.#parts.push(this.#git.onDidOpenRepository((repository) => this.#follow(repository)));
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
    this.#parts.push(repository.state.onDidChange(look));
    look();
  }

  async #read(file: vscode.Uri, repository: Repository, commit: string): Promise<void> {
    const text = await repository.show(commit, file.fsPath).catch(() => undefined);
    if (text === undefined || this.#known.get(file.toString())?.commit !== commit) return;
    this.#known.set(file.toString(), { commit, text });
    this.#changed.fire();
  }
}

/** For whoever waits for it; undefined where nothing is committed of the file. */
export async function committedText(file: vscode.Uri): Promise<string | undefined> {
  const repository = (await gitOfEditor())?.getRepository(file);
  const commit = repository?.state.HEAD?.commit;
  return commit === undefined ? undefined : repository?.show(commit, file.fsPath).catch(() => undefined);
}

async function gitOfEditor(): Promise<Git | undefined> {
  const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

/** extensions/git/src/api/git.d.ts of VS Code. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): Git;
}

interface Git {
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

interface Repository {
  readonly state: {
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  /** Rejects for a file that the commit does not have. */
  readonly show: (ref: string, path: string) => Promise<string>;
}
