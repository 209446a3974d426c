/** The push command: gives the flow its ports in this editor, tells the outcome and offers the next step. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { checkRequest, payloadRequest, targetsRequest } from '../../server/src/protocol.js';
import { createConfig } from './createConfig.js';
import type { Credentials } from './credentials.js';
import type { LanguageServer } from './languageClient.js';
import { isTargetingFile } from './languageClient.js';
import { readNetwork } from './network.js';
import { askComment, chooseTarget, confirmPush } from './prompts.js';
import type { Step, Told } from './push/describe.js';
import { tell } from './push/describe.js';
import type { PushPorts, PushResult } from './push/flow.js';
import { pushFile } from './push/flow.js';
import type { Exchange } from './push/request.js';
import { push } from './push/request.js';
import { originOf, targetName } from './push/target.js';
import type { PushHistory } from './pushHistory.js';

export interface PushContext {
  readonly server: LanguageServer;
  readonly credentials: Credentials;
  readonly history: PushHistory;
  readonly log: vscode.LogOutputChannel;
  /** After a push, whatever came of it. */
  readonly pushed: () => void;
}

/** The command's handler: pushes the file it is given, or the one in the active editor. One push of a file at a time. */
export function pushCommand(context: PushContext): (resource?: vscode.Uri) => Promise<void> {
  const underWay = new Set<string>();
  const run = async (resource?: vscode.Uri): Promise<void> => {
    const uri = resource ?? vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || !isTargetingFile({ uri })) {
      void vscode.window.showInformationMessage('Open the *.targeting.json file that is to be pushed.');
      return;
    }
    const key = uri.toString();
    if (underWay.has(key)) {
      void vscode.window.showInformationMessage('This file is being pushed already.');
      return;
    }
    underWay.add(key);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const result = await pushFile(ports(context, document));
      // Not awaited: a notification stays for as long as the person likes.
      void report(context, uri, result).then((again) => (again ? run(uri) : undefined));
    } finally {
      underWay.delete(key);
    }
  };
  return run;
}

function ports(context: PushContext, document: vscode.TextDocument): PushPorts {
  const { server, credentials, history } = context;
  const uri = document.uri.toString();
  return {
    trusted: vscode.workspace.isTrusted,
    save: async () => !document.isDirty || (await document.save()),
    version: () => document.version,
    targets: async () => (await server.client()).sendRequest(targetsRequest, { uri, fresh: true }),
    check: async () => (await server.client()).sendRequest(checkRequest, { uri }),
    payload: async (params) => (await server.client()).sendRequest(payloadRequest, { uri, ...params }),
    createConfig: () => createConfig(document.uri),
    chooseTarget: (targets) => chooseTarget(targets, history.last(uri)?.environment),
    askComment,
    confirm: confirmPush,
    token: (origin) => credentials.token(origin),
    send: async (target, url, token, body) => {
      const timeoutSeconds = vscode.workspace.getConfiguration('toggleTargeting').get<number>('push.timeout', 30);
      const exchange = await withPatience(`Pushing ${targetName(target)}`, (cancel) =>
        push({ url, token, body, timeoutSeconds, network: readNetwork() }, cancel),
      );
      logExchange(context.log, url, exchange);
      const { outcome } = exchange;
      await history.record(uri, { environment: target.environment, outcome: outcome.kind, time: Date.now() });
      context.pushed();
      return exchange;
    },
  };
}

/** Shows a progress that can be cancelled, but only of what takes long enough to be waited for. */
async function withPatience<T>(title: string, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const result = work(abort.signal);
  const done = await Promise.race([result.then(() => true), setTimeout(patience, false)]);
  if (done) return result;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, cancellation) => {
    cancellation.onCancellationRequested(() => abort.abort());
    return result;
  });
}

/** Milliseconds. */
const patience = 500;

/** Method, address, status, duration and answer; never the token, which the exchange does not hold. */
function logExchange(log: vscode.LogOutputChannel, url: URL, { outcome, milliseconds, answer }: Exchange): void {
  const result = answer === undefined ? JSON.stringify(outcome) : String(answer.status);
  log.info(`PATCH ${url.href} ${result} in ${milliseconds} ms`);
  if (answer !== undefined && answer.body !== '') log.info(answer.body);
}

/** Tells what came of it; true when the person wants to push again. */
async function report(context: PushContext, uri: vscode.Uri, result: PushResult): Promise<boolean> {
  switch (result.kind) {
    case 'abandoned':
      return false;
    case 'refused':
      await offerRefused(context, uri, result);
      return false;
    case 'sent': {
      const told = tell(result.outcome, result.target);
      const step = await show(told);
      if (step === 'replace-token')
        return (await context.credentials.ask(originOf(result.target))) !== undefined && askAgain();
      if (step === 'open-config') await openConfig(context, uri);
      if (step === 'show-log') context.log.show();
      if (step === 'proxy-settings')
        await vscode.commands.executeCommand('workbench.action.openSettings', 'http.proxy');
      return step === 'push-again';
    }
  }
}

const stepTitles: Readonly<Record<Step, string>> = {
  'replace-token': 'Replace Token…',
  'show-log': 'Show Log',
  'open-config': 'Open Config',
  'push-again': 'Push Again',
  'proxy-settings': 'Proxy Settings',
};

async function show({ level, sentence, steps }: Told): Promise<Step | undefined> {
  const items = steps.map((step) => ({ title: stepTitles[step], step }));
  const message = sentence;
  if (level === 'information') return (await vscode.window.showInformationMessage(message, ...items))?.step;
  if (level === 'warning') return (await vscode.window.showWarningMessage(message, ...items))?.step;
  return (await vscode.window.showErrorMessage(message, ...items))?.step;
}

async function askAgain(): Promise<boolean> {
  const again = 'Push Again';
  return (await vscode.window.showInformationMessage('The access token was replaced.', again)) === again;
}

async function offerRefused(
  context: PushContext,
  uri: vscode.Uri,
  { reason, step }: Extract<PushResult, { kind: 'refused' }>,
): Promise<void> {
  const titles = {
    'show-problems': 'Show Problems',
    'open-config': 'Open Config',
    'manage-trust': 'Manage Workspace Trust',
  };
  const items = step === undefined ? [] : [titles[step]];
  const answer = await vscode.window.showErrorMessage(`Not pushed: ${reason}`, ...items);
  if (answer === undefined) return;
  if (step === 'manage-trust') await vscode.commands.executeCommand('workbench.trust.manage');
  if (step === 'open-config') await openConfig(context, uri);
  if (step === 'show-problems') {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}

/** Opens the config that says where a file goes, or leads through making one. */
export async function openConfig({ server }: Pick<PushContext, 'server'>, uri: vscode.Uri): Promise<void> {
  const targets = await (await server.client()).sendRequest(targetsRequest, { uri: uri.toString() });
  if (targets.kind !== 'none') await vscode.window.showTextDocument(vscode.Uri.parse(targets.configUri));
  else await createConfig(uri);
}
