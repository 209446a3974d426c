/** Proposes a comment from git, where VS Code's git extension knows the file; never a reason to wait long or to fail. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Repository } from '../../sync/gitProposal.js';
import { gitProposal } from '../../sync/gitProposal.js';

/** Undefined where there is nothing to propose. */
export function commentFromGit(file: vscode.Uri): Promise<string | undefined> {
  return gitProposal(() => repositoryOf(file), setTimeout(longestWait));
}

/** Milliseconds. */
const longestWait = 300;

/** Rejects where git is disabled or not installed. */
async function repositoryOf(file: vscode.Uri): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const git = extension?.isActive === true ? extension.exports : await extension?.activate();
  return git?.getAPI(1).getRepository(file) ?? undefined;
}

/** extensions/git/src/api/git.d.ts of VS Code. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}
