/** VS Code's Git extension. Not used in untrusted workspaces: Git may run programs that a repository names. */
import * as vscode from 'vscode';

/** @returns undefined if Git is disabled or the workspace is not trusted */
export async function gitApi(): Promise<Git | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

/** Calls `found` once, as soon as Git can be used: now, or after trust is granted and VS Code has started its Git. */
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

/** From extensions/git/src/api/git.d.ts of VS Code. */
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
  /** @param ref a commit, or the base (`:1`), ours (`:2`) or theirs (`:3`) of a merge. Rejects for a missing file. */
  readonly show: (ref: string, path: string) => Promise<string>;
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
  /** Rejects if the file is not in the commit. */
  readonly getObjectDetails: (ref: string, path: string) => Promise<unknown>;
  readonly diffWithHEAD: (path: string) => Promise<string>;
}
