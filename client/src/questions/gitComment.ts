/** Proposes a comment from git, where VS Code's git extension knows the file; never a reason to wait long or to fail. */
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Repository } from '../../../server/src/service/gitProposal.js';
import { gitProposal } from '../../../server/src/service/gitProposal.js';
import { gitApi } from '../gitExtension.js';

/** Undefined where there is nothing to propose. */
export function commentFromGit(file: vscode.Uri): Promise<string | undefined> {
  return gitProposal(file.fsPath, () => repositoryOf(file), setTimeout(MAX_WAIT_MS));
}

/** Milliseconds. */
const MAX_WAIT_MS = 300;

async function repositoryOf(file: vscode.Uri): Promise<Repository | undefined> {
  return (await gitApi())?.getRepository(file) ?? undefined;
}
