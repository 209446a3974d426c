/** For suites inside VS Code, without Node: the folder, and waits. */
import * as vscode from 'vscode';

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('The suite needs a workspace folder.');
  return folder.uri;
}

/** Resolves to the diagnostics of a document once they are as wanted. */
export async function diagnosticsOf(
  uri: vscode.Uri,
  wanted: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return eventually(
    vscode.languages.onDidChangeDiagnostics,
    () => vscode.languages.getDiagnostics(uri),
    wanted,
    (seen) => `The diagnostics never were as wanted: ${JSON.stringify(seen, null, 1)}`,
  );
}

export function codeOf({ code }: vscode.Diagnostic): string | number | undefined {
  return typeof code === 'object' ? code.value : code;
}

/** Resolves to the text of a document once it is as wanted. */
export function textOf(document: vscode.TextDocument, wanted: (text: string) => boolean): Promise<string> {
  return eventually(
    vscode.workspace.onDidChangeTextDocument,
    () => document.getText(),
    wanted,
    (seen) => `The text never was as wanted: ${seen}`,
  );
}

function eventually<T>(
  event: vscode.Event<unknown>,
  read: () => T,
  wanted: (value: T) => boolean,
  complaint: (value: T) => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      listening.dispose();
      reject(new Error(complaint(read())));
    }, limit);
    const look = () => {
      const value = read();
      if (!wanted(value)) return;
      clearTimeout(deadline);
      listening.dispose();
      resolve(value);
    };
    const listening = event(look);
    look();
  });
}

/** Milliseconds after which a wait fails with the last value. */
const limit = 45_000;
