/** Helps to create a targeting.config.json. The person chooses the keys from the service's lists, or types the keys. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { configFileName } from '../../../server/src/core/targeting/fileNames.js';
import type { ListedProject } from '../../../server/src/service/http/projects.js';
import { outcomeWord } from '../../../server/src/service/http/answers/outcomeWord.js';
import { readProjects } from '../../../server/src/service/http/projects.js';
import { serviceAddressOf } from '../../../server/src/service/http/target.js';
import type { NewConfig, Page } from '../../../server/src/service/newFiles/newConfig.js';
import {
  baseUrlProblem,
  environmentsIn,
  environmentsProblem,
  newConfig,
  pageAt,
  soundsLikeProduction,
} from '../../../server/src/service/newFiles/newConfig.js';
import { createFile } from '../files/createFile.js';
import { inBrowser, obstacleTo } from '../here.js';
import { reachMilestone } from '../milestones.js';
import type { Credentials } from '../push/credentials.js';
import { sendWithin } from '../requests.js';
import type { Box } from '../say.js';
import { ask, notify, pick, pickMany, typeIn } from '../say.js';

interface Context {
  readonly credentials: Credentials;
  readonly log: Log;
}

type Log = Pick<vscode.LogOutputChannel, 'info'>;

/** Creates a config unless the folder has one. @returns the URI of the new config; undefined if it was not created */
export async function createConfig(folder: vscode.Uri, context: Context): Promise<vscode.Uri | undefined> {
  const obstacle = await obstacleTo('newFile');
  if (obstacle !== undefined) return void notify('information', obstacle);
  const uri = vscode.Uri.joinPath(folder, configFileName);
  for (let before: Page | undefined; ;) {
    const page = await askAddress(context.log, before?.baseUrl);
    if (page === undefined) return undefined;
    const listed = await projectsOf(page, uri, context);
    if (listed === 'left') return undefined;
    if (!('unreadable' in listed)) return made(uri, await chooseConfig(page, listed));
    const next = listed.unreadable === undefined ? 'type' : await askHowOn(page, listed.unreadable);
    if (next === 'type') return made(uri, await typeConfig(page));
    if (next === undefined) return undefined;
    before = page;
  }
}

async function made(uri: vscode.Uri, config: NewConfig | undefined): Promise<vscode.Uri | undefined> {
  if (config === undefined || !(await createFile(uri, newConfig(config)))) return undefined;
  reachMilestone('hasConfig');
  return uri;
}

async function askHowOn({ baseUrl }: Page, reason: string): Promise<'type' | 'correct' | undefined> {
  const title = t('The projects on {0} cannot be listed.', new URL(baseUrl).host);
  return ask('warning', { title, lines: [reason] }, { [t('Edit Address')]: 'correct', [t('Type the Keys')]: 'type' });
}

/** Asks for a token until the service accepts it. `unreadable`: why listing failed; undefined if nothing was sent. */
async function projectsOf(
  { baseUrl }: Page,
  config: vscode.Uri,
  { credentials, log }: Context,
): Promise<readonly ListedProject[] | { readonly unreadable: string | undefined } | 'left'> {
  if (inBrowser || !vscode.workspace.isTrusted) return { unreadable: undefined };
  const address = serviceAddressOf({ baseUrl });
  let token = (await credentials.known(address)) ?? (await credentials.ask(address));
  while (token !== undefined) {
    const sent = token;
    const found = await readProjects(baseUrl, (method, url) =>
      sendWithin(log, { method, url, token: sent, api: 'featureprobe' }, AbortSignal.timeout(ANSWER_TIMEOUT_MS)),
    );
    if (found.kind === 'failed' && (found.outcome.kind === 'unauthorized' || found.outcome.kind === 'unknown-token')) {
      token = await credentials.ask(address, t('The service does not know the access token.'));
      continue;
    }
    if (found.kind === 'failed') return { unreadable: t('Reason: {0}.', outcomeWord(found.outcome.kind)) };
    const listed = found.value.filter(({ environments }) => environments.length > 0);
    if (listed.length === 0)
      return {
        unreadable: t('With this access token, the service lists no project with environments.'),
      };
    await credentials.agree(address, config);
    return listed;
  }
  return 'left';
}

/** Asks for the project and environments. Protects environments that need approval or have a production-like key. */
async function chooseConfig(page: Page, projects: readonly ListedProject[]): Promise<NewConfig | undefined> {
  const entries = projects.map((project) => ({ label: project.key, description: nameOf(project), project }));
  const ofPage = entries.find(({ project }) => project.key === page.project);
  const picked = ofPage ?? (entries.length === 1 ? entries[0] : await pick(entries, boxOf(t('Project'))));
  if (picked === undefined) return undefined;
  const { key: project, environments } = picked.project;
  const choices = environments.map((environment) => {
    const isProtected = environment.needsApproval || soundsLikeProduction(environment.key);
    const marks = [
      nameOf(environment),
      environment.needsApproval ? t('needs approval') : '',
      isProtected ? t('protected') : '',
    ];
    const description = marks.filter((mark) => mark !== '').join(' · ');
    return { label: environment.key, description, picked: true, isProtected };
  });
  const chosen = await pickMany(choices, boxOf(t('Which environments? Pushes to protected ones ask you first.')));
  if (chosen?.length === 0)
    void notify('information', t('No environment is ticked, so no {0} was created.', configFileName));
  if (chosen === undefined || chosen.length === 0) return undefined;
  return {
    ...{ baseUrl: page.baseUrl, project, environments: chosen.map(({ label }) => label), isFeatureProbe: true },
    protectedOnes: chosen.filter(({ isProtected }) => isProtected).map(({ label }) => label),
  };
}

/** The name to show after the key; empty if name and key are equal. */
function nameOf({ key, name }: Pick<ListedProject, 'key' | 'name'>): string {
  return name === key ? '' : name;
}

async function typeConfig(page: Page): Promise<NewConfig | undefined> {
  const project = await type({
    prompt: t(
      "Key of the project. In the addresses of FeatureProbe's pages it comes first: /project/environment/toggles",
    ),
    placeHolder: 'My_Project',
    value: page.project ?? '',
    problem: (value) => (value === '' ? t('Type the key of the project.') : undefined),
  });
  if (project === undefined) return undefined;
  const typed = await type({
    prompt: t(
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
    boxOf(t('Which environments are protected? Pushes to them ask for confirmation.')),
  );
  if (protectedOnes === undefined) return undefined;
  const isFeatureProbe = await askApi();
  if (isFeatureProbe === undefined) return undefined;
  const names = protectedOnes.map(({ label }) => label);
  return { baseUrl: page.baseUrl, project, environments, protectedOnes: names, isFeatureProbe };
}

/** Asks for an address until an address responds, or until the person accepts an address that does not respond. */
async function askAddress(log: Log, before = ''): Promise<Page | undefined> {
  for (let value = before; ;) {
    const typed = await type({
      prompt: t('The address of your service. The editor may check whether it responds, and sends no token yet.'),
      placeHolder: 'https://toggles.example.com',
      problem: baseUrlProblem,
      value,
    });
    if (typed === undefined) return undefined;
    const page = pageAt(typed);
    const { baseUrl } = page;
    const silence = await silenceOf(baseUrl, log);
    if (silence === undefined) return page;
    const question = { title: t('{0} does not respond.', new URL(baseUrl).host), lines: [silence] };
    const answer = await ask('warning', question, {
      [t('Edit Address')]: 'correct',
      [t('Use It Anyway')]: 'keep',
    });
    if (answer === 'keep') return page;
    if (answer === undefined) return undefined;
    value = typed;
  }
}

/** @returns why the address does not respond; undefined if it responds with any status */
async function silenceOf(baseUrl: string, log: Log): Promise<string | undefined> {
  // In an untrusted workspace, nothing is sent, so the address is not checked.
  if (!vscode.workspace.isTrusted) return undefined;
  const call = { method: 'GET', url: new URL(baseUrl), token: '' } as const;
  const { outcome } = await sendWithin(log, call, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
  switch (outcome.kind) {
    case 'unreachable':
    case 'untrusted':
      return outcome.cause;
    case 'canceled':
    case 'timed-out':
      return t('No response within {0} s.', ANSWER_TIMEOUT_MS / 1000);
    default:
      return undefined;
  }
}

const ANSWER_TIMEOUT_MS = 5000;

async function askApi(): Promise<boolean | undefined> {
  const servers = [
    {
      label: 'FeatureProbe',
      detail: t('A push first shows the live version. Pull, history, drift and approvals work.'),
      isFeatureProbe: true,
    },
    {
      label: t('Another API'),
      detail: t('Only what you push is sent.'),
      isFeatureProbe: false,
    },
  ];
  const picked = await pick(servers, {
    ...boxOf(t('Which API does the service use?')),
  });
  return picked?.isFeatureProbe;
}

async function type({ problem, ...box }: Omit<Box, 'title'>): Promise<string | undefined> {
  const typed = await typeIn({ ...box, title: title(), problem: (value) => problem?.(value.trim()) });
  return typed?.trim();
}

function boxOf(placeHolder: string) {
  return { title: title(), placeHolder, ignoreFocusOut: true };
}

function title(): string {
  return t('Connect to Your Service (creates {0})', configFileName);
}
