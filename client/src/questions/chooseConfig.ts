/** The configs of the workspace, and which of them is meant. */
import * as vscode from 'vscode';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import { findOurs } from '../files/findOurs.js';
import { pick } from '../say.js';
import { shownName } from '../files/shownName.js';

export async function configsOfWorkspace(): Promise<readonly vscode.Uri[]> {
  const { files } = await findOurs(1000, configFileName);
  return files.toSorted((a, b) => a.path.localeCompare(b.path));
}

/** The only one, or the one that the person picks. */
export async function chooseConfig(configs: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  if (configs.length < 2) return configs[0];
  const items = configs.map((uri) => ({ label: shownName(uri), uri })).sort((a, b) => a.label.localeCompare(b.label));
  return (await pick(items, { title: vscode.l10n.t('Which targeting.config.json?') }))?.uri;
}
