/** Finds the configs of the workspace and lets the person choose one. */
import type * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from '../files/findOurs.js';
import { chooseOne } from './chooseFile.js';

export async function configsOfWorkspace(): Promise<readonly vscode.Uri[]> {
  const { files } = await findOwnFiles(1000, configFileName);
  return files.toSorted((a, b) => a.path.localeCompare(b.path));
}

export async function chooseConfig(configs: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  return chooseOne(configs, t('Which targeting.config.json?'));
}
