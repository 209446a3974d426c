/** Proposes a comment for a push from the last Git commit. Waits only briefly, and proposes nothing after an error. */
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Repository } from '../../../server/src/service/gitProposal.js';
import { gitProposal } from '../../../server/src/service/gitProposal.js';
import { gitApi } from '../gitExtension.js';

/** @returns undefined if Git has nothing to propose */
export function commentFromGit(file: vscode.Uri): Promise<string | undefined> {
  return gitProposal(file.fsPath, () => repositoryOf(file), setTimeout(MAX_WAIT_MS));
}

const MAX_WAIT_MS = 300;

async function repositoryOf(file: vscode.Uri): Promise<Repository | undefined> {
  return (await gitApi())?.getRepository(file) ?? undefined;
}
