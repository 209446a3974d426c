/** Tests messages in a browser whose folder is read-only or refuses writes. */
import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { newFileFor } from '../../client/src/commands/newFile.js';
import { obstacleTo } from '../../client/src/here.js';
import { createConfig } from '../../client/src/questions/createConfig.js';
import { environmentsOf } from '../../client/src/toggles/environments.js';
import { editUsers } from '../../client/src/whoGetsWhat/commands.js';
import { targetAt } from './pushTrial.js';

const { shown, folder } = vi.hoisted(() => {
  // As in a Web Worker.
  Object.assign(globalThis, { importScripts: () => undefined });
  return { shown: [] as string[], folder: { uri: {} } };
});
vi.mock('vscode', () => {
  class Anything {
    readonly token = {};
    readonly cancel = () => undefined;
  }
  const notes = (text: string) => Promise.resolve(void shown.push(text));
  const uri = (path: string) => ({ path, scheme: path.slice(0, path.indexOf(':')), toString: () => path });
  const fs = {
    isWritableFileSystem: (scheme: string) => scheme !== 'readonly',
    stat: () => Promise.reject(new Error('There is none.')),
    readDirectory: () => Promise.resolve([]),
    writeFile: ({ scheme }: vscode.Uri) =>
      Promise.reject(Object.assign(new Error('Not yours.'), scheme === 'denying' && { code: 'NoPermissions' })),
  };
  const classes = ['TreeItem', 'ThemeIcon', 'EventEmitter', 'CodeLens', 'RelativePattern', 'CancellationTokenSource'];
  return {
    ...Object.fromEntries(classes.map((name) => [name, Anything])),
    FileType: { Directory: 2 },
    Uri: { joinPath: (a: { readonly path: string }, b: string) => uri(`${a.path}/${b}`) },
    l10n: { t: (text: string, ...all: string[]) => text.replace(/\{(\d)\}/g, (_, index: number) => all[index] ?? '') },
    workspace: {
      ...{ fs, workspaceFolders: [folder], getWorkspaceFolder: () => folder, textDocuments: [] },
      ...{ findFiles: () => Promise.resolve([]), openTextDocument: (uri: object) => Promise.resolve({ uri }) },
      asRelativePath: ({ path }: vscode.Uri) => path,
    },
    window: {
      ...{ showInformationMessage: notes, showErrorMessage: notes },
      showInputBox: ({ prompt }: { readonly prompt: string }) => notes(prompt),
      showQuickPick: (items: readonly unknown[]) => Promise.resolve(items[0]),
      showTextDocument: () => Promise.reject(new Error('There is none.')),
    },
  };
});

const at = (scheme: string) => {
  const uri = vscode.Uri.joinPath({ path: `${scheme}:` } as never, 'w');
  folder.uri = uri;
  shown.length = 0;
  return uri;
};
const nothing = { server: { ask: () => Promise.resolve(null) }, view: { paramsOf: () => ({}) } } as never;

test('In a read-only folder, commands that write report this before they ask anything', async () => {
  const readOnly = at('readonly');
  for (const command of ['newFile', 'addUser', 'writeAttributes'])
    expect(await obstacleTo(command)).toBe('This folder is read-only.');
  await createConfig(readOnly, nothing);
  await editUsers(nothing);
  expect(shown).toEqual(Array(2).fill('This folder is read-only.'));
});

test('Only the reason is shown if a new file is refused', async () => {
  at('refusing');
  await newFileFor(nothing, 't');
  await editUsers(nothing);
  const told = ['t.targeting.json', 'targeting.users.json'].map(
    (name) => `refusing:/w/${name} cannot be written (Not yours.).`,
  );
  expect(shown).toEqual(told);
  at('denying');
  await editUsers(nothing);
  expect(shown).toEqual(['This folder is read-only.']);
});

test('A browser refuses to compare an environment, because this needs a desktop', async () => {
  const target = targetAt('https://toggles.example.com', { api: 'featureprobe' });
  const found = { kind: 'found', configUri: 'c', targets: [target] };
  const context = { server: { ask: () => Promise.resolve(found) }, protection: { of: () => found }, background: {} };
  const [item] = await environmentsOf(context as never, at('memory'));
  expect(item?.description).toBe('not compared');
  expect(item?.tooltip).toContain('This needs VS Code on a desktop');
});
