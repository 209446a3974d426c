/** Gives access to VS Code's Git extension in trusted workspaces only, because Git may run programs of a repository. */
import * as vscode from 'vscode';

/** @returns undefined if Git is disabled or the workspace is not trusted */
export async function gitApi(): Promise<Git | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

/** Calls `found` once Git can be used: now, or after trust is granted and VS Code's Git has started. */
export function whenGit(found: (git: Git) => void, failed: (error: unknown) => void): vscode.Disposable {
  let waiting: vscode.Disposable | undefined;
  const use = (git?: Git) => {
    if (git === undefined || waiting === undefined) return;
    waiting.dispose();
    waiting = undefined;
    found(git);
  };
  const look = () => void gitApi().then(use, failed);
  const { extensions, workspace } = vscode;
  waiting = vscode.Disposable.from(workspace.onDidGrantWorkspaceTrust(look), extensions.onDidChange(look));
  look();
  return new vscode.Disposable(() => void waiting?.dispose());
}

/** The parts of VS Code's extensions/git/src/api/git.d.ts that we use. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): Git;
}

export interface Git {
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

export interface Repository {
  readonly state: {
    readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined;
    /** The files with unresolved merge conflicts. */
    readonly mergeChanges: readonly { readonly uri: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  /** @param ref a commit, or a side of a merge: `:1` base, `:2` ours, `:3` theirs. Rejects if the file is missing. */
  readonly show: (ref: string, path: string) => Promise<string>;
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
  /** Rejects if the commit does not contain the file. */
  readonly getObjectDetails: (ref: string, path: string) => Promise<unknown>;
  readonly diffWithHEAD: (path: string) => Promise<string>;
}
