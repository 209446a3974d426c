/** Finds the configs of the workspace and lets the person choose one. */
import * as vscode from 'vscode';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from '../files/findOurs.js';
import { chooseOne } from './chooseFile.js';

export async function configsOfWorkspace(): Promise<readonly vscode.Uri[]> {
  const { files } = await findOwnFiles(1000, configFileName);
  return files.toSorted((a, b) => a.path.localeCompare(b.path));
}

export async function chooseConfig(configs: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  return chooseOne(configs, vscode.l10n.t('Which targeting.config.json?'));
}
