/** The commands of the view *Who Gets What*. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { addUserRequest, testRequest, whoGetsWhatRequest } from '../../../server/src/core/protocol.js';
import { usersFileName } from '../../../server/src/core/targeting/fileNames.js';
import { createFile, exists } from '../files/createFile.js';
import type { LanguageServer } from '../server/languageClient.js';
import { chooseFile } from '../questions/chooseFile.js';
import { chooseFolder } from '../questions/chooseFolder.js';
import { notify } from '../say.js';
import { askForUser } from './evaluateFor.js';
import type { UserItem } from './userItems.js';
import type { WhoGetsWhatView } from './whoGetsWhatView.js';

interface Context {
  readonly server: LanguageServer;
  readonly view: WhoGetsWhatView;
}

export async function evaluateFor({ server, view }: Context): Promise<void> {
  if (view.file === undefined) {
    const file = await chooseFile();
    if (file === undefined) return;
    await vscode.window.showTextDocument(file);
  }
  await vscode.commands.executeCommand('toggleTargeting.whoGetsWhat.focus');
  const user = await askForUser((await known(server, view))?.subjects ?? []);
  if (user !== undefined) view.ask(user);
}

export async function copyAsTest({ server, view }: Context, item: UserItem): Promise<void> {
  if (view.file === undefined) return;
  const { uri, asked } = view.paramsOf(view.file);
  const test = await server.ask(testRequest, { uri, asked, user: item.user });
  if (test === null) return;
  await vscode.env.clipboard.writeText(test);
  await notify('information', t('The test is on the clipboard.'));
}

export async function addUser({ server, view }: Context, { file, user }: UserItem): Promise<void> {
  const refusal = await server.ask(addUserRequest, { ...view.paramsOf(file), user });
  if (refusal !== null) void notify('information', refusal);
}

/** Opens the users file that applies to the file in the view, or creates a users file in a workspace folder. */
export async function editUsers({ server, view }: Context): Promise<void> {
  const there = (await known(server, view))?.usersUri;
  if (there !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.parse(there));
    return;
  }
  const folder =
    (view.file && vscode.workspace.getWorkspaceFolder(view.file)?.uri) ??
    (await chooseFolder(t('Which folder should contain {0}?', usersFileName)));
  if (folder === undefined) return;
  const uri = vscode.Uri.joinPath(folder, usersFileName);
  if ((await exists(uri)) || (await createFile(uri, firstUsers))) await vscode.window.showTextDocument(uri);
}

async function known(server: LanguageServer, view: WhoGetsWhatView) {
  if (view.file === undefined) return undefined;
  return (await server.ask(whoGetsWhatRequest, view.paramsOf(view.file))) ?? undefined;
}

const firstUsers = `{
  "users": [
    { "name": "ada", "key": "ada", "attributes": {} }
  ]
}
`;
