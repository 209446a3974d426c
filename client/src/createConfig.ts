/** Leads through making the first targeting.config.json, beside the file that is to be pushed. */
import * as vscode from 'vscode';
import { targetUrl } from './push/target.js';

const name = 'targeting.config.json';

/** True when the file was written. A config that is already there is never overwritten. */
export async function createConfig(beside: vscode.Uri): Promise<boolean> {
  const baseUrl = await ask(1, 'Base URL of the service', 'https://toggles.example.com', baseUrlProblem);
  if (baseUrl === undefined) return false;
  const project = await ask(2, 'Project key', 'My_Project', emptyProblem);
  if (project === undefined) return false;
  const environment = await ask(3, 'Environment', 'dev', (value) =>
    value.includes('/') ? 'Without "/".' : emptyProblem(value),
  );
  if (environment === undefined) return false;

  const uri = vscode.Uri.joinPath(beside, '..', name);
  const text = `${JSON.stringify({ baseUrl: normalised(baseUrl), project, environments: { [environment]: {} } }, null, 2)}\n`;
  const answer = await vscode.window.showInformationMessage(
    `Create ${vscode.workspace.asRelativePath(uri)}?`,
    { modal: true, detail: `${text}\nIt holds no secret and is meant to be committed.` },
    'Create',
  );
  if (answer !== 'Create') return false;
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: Buffer.from(text), ignoreIfExists: false, overwrite: false });
  if (await vscode.workspace.applyEdit(edit)) return true;
  void vscode.window.showErrorMessage(`${vscode.workspace.asRelativePath(uri)} could not be created.`);
  return false;
}

async function ask(
  step: number,
  prompt: string,
  placeHolder: string,
  validateInput: (value: string) => string | undefined,
): Promise<string | undefined> {
  const title = `New ${name} (${step} of 3)`;
  const typed = await vscode.window.showInputBox({
    title,
    prompt,
    placeHolder,
    ignoreFocusOut: true,
    validateInput: (value) => validateInput(value.trim()),
  });
  return typed?.trim();
}

/** As the config's schema wants it: the scheme in lower case, no query, no slash at the end. */
function normalised(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function emptyProblem(value: string): string | undefined {
  return value === '' ? 'Needed.' : undefined;
}

function baseUrlProblem(value: string): string | undefined {
  const target = { baseUrl: value, project: 'p', environment: 'e', environmentKey: 'e', toggle: 't', protected: false };
  return targetUrl(target) === undefined
    ? 'An https URL; http only for this machine (localhost, 127.0.0.1, [::1]).'
    : undefined;
}
