/** Returns a file's path in the workspace, or the full path if another workspace folder has the same name. */
import * as vscode from 'vscode';

export function shownName(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const namesakes = (vscode.workspace.workspaceFolders ?? []).filter(({ name }) => name === folder?.name);
  if (namesakes.length > 1) return uri.path;
  return uri.path === folder?.uri.path ? folder.name : vscode.workspace.asRelativePath(uri);
}
