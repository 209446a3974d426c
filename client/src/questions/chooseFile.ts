/** Finds the targeting file for a command: the active file, else the only file, else a file that the person chooses. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from '../files/findOurs.js';
import { isTargetingFile } from '../files/ours.js';
import { notify, pick } from '../say.js';
import { shownName } from '../files/shownName.js';

export function openTargetingFile(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document;
  return active !== undefined && isTargetingFile(active) ? active.uri : undefined;
}

export async function chooseFile(): Promise<vscode.Uri | undefined> {
  const open = openTargetingFile();
  if (open !== undefined) return open;
  const { files } = await findOwnFiles(1000, targetingEnding);
  if (files.length === 0) {
    await offerFirstFile();
    return undefined;
  }
  return chooseOne(files, t('Which targeting file?'));
}

export async function chooseOne(uris: readonly vscode.Uri[], title: string): Promise<vscode.Uri | undefined> {
  if (uris.length < 2) return uris[0];
  const items = uris.map((uri) => ({ label: shownName(uri), uri })).sort((a, b) => a.label.localeCompare(b.label));
  return (await pick(items, { title }))?.uri;
}

export async function offerFirstFile(): Promise<void> {
  const sentence = t('There is no *.targeting.json file in this workspace yet.');
  const command = await notify('information', sentence, {
    [t('Pull Toggles into Files…')]: 'toggleTargeting.pullToggles',
    [t('New Targeting File…')]: 'toggleTargeting.newFile',
  });
  if (command !== undefined) await vscode.commands.executeCommand(command);
}
