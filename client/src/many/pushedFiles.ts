/** Finds the files of a folder push: the files selected in the explorer, or all files in a chosen folder. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from '../files/findOurs.js';
import { isTargetingFile } from '../files/ours.js';
import { offerFirstFile } from '../questions/chooseFile.js';
import { notify, pick } from '../say.js';
import { shownName } from '../files/shownName.js';
import { foldersAbove } from './foldersAbove.js';

/** @returns undefined after a message if there are too few or too many files */
export async function filesIn(places: readonly vscode.Uri[]): Promise<readonly vscode.Uri[] | undefined> {
  if (places.length === 0) return undefined;
  const found = await Promise.all(
    places.map(async (uri) =>
      isTargetingFile({ uri }) ? [uri] : (await findOwnFiles(MAX_FILES + 1, targetingEnding, uri)).files,
    ),
  );
  const files = new Map(found.flat().map((uri) => [uri.toString(), uri]));
  if (files.size > MAX_FILES) {
    void notify('error', t('This selection has more than {0} targeting files. Choose fewer.', MAX_FILES));
    return undefined;
  }
  if (files.size === 0) {
    void notify('information', t('There is no *.targeting.json file there.'));
    return undefined;
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Offers the workspace's folders with targeting files. @returns undefined if the person canceled */
export async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = new Map<string, { readonly uri: vscode.Uri; readonly label: string; files: number }>();
  for (const file of (await findOwnFiles(MAX_FILES, targetingEnding)).files) {
    const root = vscode.workspace.getWorkspaceFolder(file)?.uri.path;
    for (const path of root === undefined ? [] : foldersAbove(file.path, root)) {
      const uri = file.with({ path });
      const folder = folders.get(uri.toString()) ?? { uri, label: shownName(uri), files: 0 };
      folder.files += 1;
      folders.set(uri.toString(), folder);
    }
  }
  if (folders.size === 0) {
    // Not awaited: the notification stays open until the person dismisses it.
    void offerFirstFile();
    return undefined;
  }
  const active = vscode.window.activeTextEditor?.document.uri.path.replace(/\/[^/]*$/, '');
  const place = ({ path }: vscode.Uri) => (path === active ? '' : path);
  const items = [...folders.values()]
    .sort((a, b) => (place(a.uri) < place(b.uri) ? -1 : 1))
    .map(({ uri, label, files }) => ({
      ...{ uri, icon: 'folder', label },
      description: files === 1 ? t('1 file') : t('{0} files', files),
    }));
  const picked = await pick(items, {
    title: t('Push targeting files from which folder?'),
    placeHolder: t('You see what would change before anything is sent.'),
    matchOnDescription: true,
  });
  return picked?.uri;
}

/** The maximum number of files in a push, so that a person can review the list. */
export const MAX_FILES = 2_000;
