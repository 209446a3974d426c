/** Opens the file that a language model names, if it is in this workspace and of a kind that the tool accepts. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { isInsideRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';

/** @throws an error with a message for the caller if the file is missing or the name is ambiguous */
export async function fileNamed(
  name: unknown,
  server: LanguageServer,
  isWanted: (document: Pick<vscode.TextDocument, 'uri'>) => boolean,
): Promise<vscode.TextDocument> {
  const found = new Map<string, vscode.TextDocument>();
  for (const uri of typeof name === 'string' ? placesOf(name) : []) {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined || !isWanted({ uri })) continue;
    if (!(await server.ask(isInsideRequest, { uri: uri.toString() }))) continue;
    const document = await opened(uri);
    if (document !== undefined) found.set(document.uri.toString(), document);
  }
  const [only, another] = found.values();
  if (only !== undefined && another === undefined) return only;
  const sentence =
    only === undefined
      ? t('{0} is not a file of this workspace that this tool can read.', JSON.stringify(name))
      : t('{0} is in several folders of this workspace. Use its full path.', JSON.stringify(name));
  throw new Error(sentence);
}

/** The URIs that a name (a URI, an absolute path or a relative path) may mean. `joinPath` resolves every `..`. */
function placesOf(name: string): readonly vscode.Uri[] {
  if (name.startsWith('file:')) return [vscode.Uri.joinPath(vscode.Uri.parse(name), '.')];
  if (/^(?:[a-z]:)?[\\/]/i.test(name)) return [vscode.Uri.joinPath(vscode.Uri.file(name), '.')];
  const folders = vscode.workspace.workspaceFolders ?? [];
  const inFolder = folders.map(({ uri }) => vscode.Uri.joinPath(uri, name));
  // In a workspace with several folders, the editor prefixes paths with the folder's name.
  const named = folders.filter((folder) => name.startsWith(`${folder.name}/`));
  return [...inFolder, ...named.map((folder) => vscode.Uri.joinPath(folder.uri, name.slice(folder.name.length + 1)))];
}

async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file is missing or is not a text file.
    return undefined;
  }
}
