import * as vscode from 'vscode';
import type { Range } from 'vscode-languageserver-types';

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
