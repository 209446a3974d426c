/** Leads through making a targeting.config.json. */
import * as vscode from 'vscode';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import type { Page } from '../../../server/src/service/newConfig.js';
import {
  baseUrlProblem,
  environmentsIn,
  environmentsProblem,
  newConfig,
  pageAt,
  soundsLikeProduction,
} from '../../../server/src/service/newConfig.js';
import { reached } from '../milestones.js';
import { sendWithin } from '../requests.js';
import type { Box } from '../say.js';
import { ask, notify, pick, pickMany, typeIn } from '../say.js';

type Log = Pick<vscode.LogOutputChannel, 'info'>;

/** The config's URI once it was written; undefined where the person left. A config that is already there is never overwritten. */
export async function createConfig(folder: vscode.Uri, log: Log): Promise<vscode.Uri | undefined> {
  const page = await askAddress(log);
  if (page === undefined) return undefined;
  const project = await type(2, {
    prompt: vscode.l10n.t(
      "Key of the project. In the addresses of FeatureProbe's pages it comes first: /project/environment/toggles",
    ),
    placeHolder: 'My_Project',
    value: page.project ?? '',
    problem: (value) => (value === '' ? vscode.l10n.t('Type the key of the project.') : undefined),
  });
  if (project === undefined) return undefined;
  const typed = await type(3, {
    prompt: vscode.l10n.t(
      "Keys of environments, separated by commas. In the addresses of FeatureProbe's pages they come second: /project/environment/toggles",
    ),
    placeHolder: 'dev, staging, online',
    value: page.environment ?? '',
    problem: environmentsProblem,
  });
  if (typed === undefined) return undefined;
  const environments = environmentsIn(typed);
  const protectedOnes = await pickMany(
    environments.map((label) => ({ label, picked: soundsLikeProduction(label) })),
    {
      title: titleOf(4),
      placeHolder: vscode.l10n.t('Which are protected? A push into them always asks.'),
    },
  );
  if (protectedOnes === undefined) return undefined;
  const isFeatureProbe = await askApi();
  if (isFeatureProbe === undefined) return undefined;
  const names = protectedOnes.map(({ label }) => label);
  return write(
    folder,
    newConfig({ baseUrl: page.baseUrl, project, environments, protectedOnes: names, isFeatureProbe }),
  );
}

/** Asks again while what was typed does not answer, unless the person wants it anyway. */
async function askAddress(log: Log): Promise<Page | undefined> {
  for (let value = ''; ;) {
    const typed = await type(1, {
      prompt: vscode.l10n.t(
        'Nothing says yet where your files go. Type the address of your service: it is only checked whether it responds, and no token is sent.',
      ),
      placeHolder: 'https://toggles.example.com',
      problem: baseUrlProblem,
      value,
    });
    if (typed === undefined) return undefined;
    const page = pageAt(typed);
    const { baseUrl } = page;
    const silence = await silenceOf(baseUrl, log);
    if (silence === undefined) return page;
    const [correct, keep] = [vscode.l10n.t('Correct It'), vscode.l10n.t('Use It Anyway')];
    const question = { title: vscode.l10n.t('{0} does not respond.', new URL(baseUrl).host), lines: [silence] };
    const answer = await ask('warning', question, correct, keep);
    if (answer === keep) return page;
    if (answer !== correct) return undefined;
    value = typed;
  }
}

/** Why nothing answers at an address; undefined where something does, whatever it says. */
async function silenceOf(baseUrl: string, log: Log): Promise<string | undefined> {
  // Nothing is sent for a folder that is not trusted; the address is taken as it is.
  if (!vscode.workspace.isTrusted) return undefined;
  const call = { method: 'GET', url: new URL(baseUrl), token: '' } as const;
  const { outcome } = await sendWithin(log, call, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
  switch (outcome.kind) {
    case 'unreachable':
    case 'untrusted':
      return outcome.cause;
    case 'cancelled':
    case 'timed-out':
      return vscode.l10n.t('No response within {0} s.', ANSWER_TIMEOUT_MS / 1000);
    default:
      return undefined;
  }
}

/** Milliseconds. */
const ANSWER_TIMEOUT_MS = 5000;

/** Whether it is FeatureProbe's, which can be read. */
async function askApi(): Promise<boolean | undefined> {
  const servers = [
    {
      label: 'FeatureProbe',
      detail: vscode.l10n.t('A push shows first what is live. Pull, history, drift and approvals work.'),
      isFeatureProbe: true,
    },
    {
      label: vscode.l10n.t('Another one'),
      detail: vscode.l10n.t('Nothing is sent but what you push.'),
      isFeatureProbe: false,
    },
  ];
  const picked = await pick(servers, {
    title: titleOf(5),
    placeHolder: vscode.l10n.t('Which API does the service speak?'),
    ignoreFocusOut: true,
  });
  return picked?.isFeatureProbe;
}

async function write(folder: vscode.Uri, text: string): Promise<vscode.Uri | undefined> {
  const uri = vscode.Uri.joinPath(folder, configFileName);
  const name = vscode.workspace.asRelativePath(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(text), ignoreIfExists: false, overwrite: false });
  if (await vscode.workspace.applyEdit(edit)) {
    reached('hasConfig');
    return uri;
  }
  void notify('error', vscode.l10n.t('{0} could not be created.', name));
  return undefined;
}

async function type(step: number, { problem, ...box }: Omit<Box, 'title'>): Promise<string | undefined> {
  const typed = await typeIn({ ...box, title: titleOf(step), problem: (value) => problem?.(value.trim()) });
  return typed?.trim();
}

function titleOf(step: number): string {
  return vscode.l10n.t('New {0} ({1} of 5)', configFileName, step);
}
