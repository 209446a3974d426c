/** The name of a file or folder for people: its path, and where folders of the workspace share a name, the path from the root. */
import * as vscode from 'vscode';

export function shownName(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const namesakes = (vscode.workspace.workspaceFolders ?? []).filter(({ name }) => name === folder?.name);
  if (namesakes.length > 1) return uri.path;
  return uri.path === folder?.uri.path ? folder.name : vscode.workspace.asRelativePath(uri);
}
