/** Leads through making the first targeting.config.json, beside the file that is to be pushed. */
import { configFileName } from '../../../../server/src/targeting/fileNames.js';
import * as vscode from 'vscode';
import { targetUrl } from '../../sync/service/target.js';
import { ask, notify, typeIn } from '../say.js';

const name = configFileName;

/** True when the file was written. A config that is already there is never overwritten. */
export async function createConfig(beside: vscode.Uri): Promise<boolean> {
  const baseUrl = await step(
    1,
    vscode.l10n.t('Base URL of the service'),
    'https://toggles.example.com',
    baseUrlProblem,
  );
  if (baseUrl === undefined) return false;
  const project = await step(2, vscode.l10n.t('Project key'), 'My_Project', emptyProblem);
  if (project === undefined) return false;
  const environment = await step(3, vscode.l10n.t('Environment'), 'dev', (value) =>
    value.includes('/') ? vscode.l10n.t('Without "/".') : emptyProblem(value),
  );
  if (environment === undefined) return false;

  const uri = vscode.Uri.joinPath(beside, '..', name);
  const text = `${JSON.stringify({ baseUrl: normalised(baseUrl), project, environments: { [environment]: {} } }, null, 2)}\n`;
  const create = vscode.l10n.t('Create');
  const question = {
    title: vscode.l10n.t('Create {0}?', vscode.workspace.asRelativePath(uri)),
    lines: [...text.split('\n'), vscode.l10n.t('It holds no secret and is meant to be committed.')],
  };
  const answer = await ask('information', question, create);
  if (answer !== create) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: Buffer.from(text), ignoreIfExists: false, overwrite: false });
  if (await vscode.workspace.applyEdit(edit)) return true;
  void notify('error', vscode.l10n.t('{0} could not be created.', vscode.workspace.asRelativePath(uri)));
  return false;
}

async function step(
  number: number,
  prompt: string,
  placeHolder: string,
  problem: (value: string) => string | undefined,
): Promise<string | undefined> {
  const title = vscode.l10n.t('New {0} ({1} of 3)', name, number);
  const typed = await typeIn({
    title,
    prompt,
    placeHolder,
    problem: (value) => problem(value.trim()),
  });
  return typed?.trim();
}

/** As the config's schema wants it: the scheme in lower case, no query, no slash at the end. */
function normalised(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function emptyProblem(value: string): string | undefined {
  return value === '' ? vscode.l10n.t('Needed.') : undefined;
}

function baseUrlProblem(value: string): string | undefined {
  const target = { baseUrl: value, project: 'p', environment: 'e', environmentKey: 'e', toggle: 't', protected: false };
  return targetUrl(target) === undefined
    ? vscode.l10n.t('An https URL; http only for this machine (localhost, 127.0.0.1, [::1]).')
    : undefined;
}
