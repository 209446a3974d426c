/**
 * VS Code's own Git extension, as far as it is asked here; it alone starts Git for the editor. What a repository names is started by Git there, too
 * (a textconv by `show`), so nothing is asked in a workspace that is not trusted. VS Code does not run the extension there, either.
 */
import * as vscode from 'vscode';

/** Where Git is disabled, there is none. VS Code starts its extension by itself. */
export async function gitApi(): Promise<Git | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

/** extensions/git/src/api/git.d.ts of VS Code. */
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
    /** What a merge left undecided. */
    readonly mergeChanges: readonly { readonly uri: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  /** Of a commit, or of the base (`:1`), ours (`:2`) or theirs (`:3`) of a merge. Rejects for a file that is not there. */
  readonly show: (ref: string, path: string) => Promise<string>;
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
  /** Rejects for a file that is not in the commit. */
  readonly getObjectDetails: (ref: string, path: string) => Promise<unknown>;
  /** The output of `git diff HEAD` for one file. */
  readonly diffWithHEAD: (path: string) => Promise<string>;
}
