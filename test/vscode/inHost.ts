/** For suites inside VS Code: the window's own page, over the debugging port that the runner has opened, and waiting. */
import { chromium } from 'playwright-core';
import * as vscode from 'vscode';
import { User } from './user.js';

/** The person at this window. Desktop VS Code and the VS Code server's page both answer on the debugging port. */
export async function userOfThisWindow(): Promise<User> {
  const port = process.env['VSCODE_REMOTE_DEBUGGING_PORT'];
  if (port === undefined) throw new Error('VSCODE_REMOTE_DEBUGGING_PORT is not set: start this suite with npm test.');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    if ((await page.locator('.monaco-workbench').count()) > 0) return new User(page);
  }
  throw new Error('No page of this browser is a VS Code window.');
}

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('The suite needs a workspace folder.');
  return folder.uri;
}

/** The diagnostics of a document as soon as they are as wanted. */
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

/** The text of a document as soon as it is as wanted. */
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

/** Milliseconds after which a wait is given up with what was seen last. */
const limit = 20_000;
