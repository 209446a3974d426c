/** VS Code's own Git extension, as far as it is asked here. */
import * as vscode from 'vscode';

/** Where Git is disabled, there is none. VS Code starts its extension by itself. */
export async function gitApi(): Promise<Git | undefined> {
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
    readonly HEAD: { readonly commit?: string } | undefined;
    /** What a merge left undecided. */
    readonly mergeChanges: readonly { readonly uri: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  /** Of a commit, or of the base (`:1`), ours (`:2`) or theirs (`:3`) of a merge. Rejects for a file that is not there. */
  readonly show: (ref: string, path: string) => Promise<string>;
}
