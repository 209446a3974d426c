/** The push command: gives the flow its ports in this editor. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Targets } from '../../server/src/protocol.js';
import { checkRequest, payloadRequest, targetsRequest } from '../../server/src/protocol.js';
import { createConfig } from './createConfig.js';
import { chooseFile } from './chooseFile.js';
import { readNetwork, readTimeout } from './network.js';
import { askComment, chooseTarget, confirmPush } from './prompts.js';
import type { PushPorts } from './push/flow.js';
import { pushFile } from './push/flow.js';
import type { Exchange } from './push/request.js';
import { push } from './push/request.js';
import { targetName } from './push/target.js';
import type { PushHistory } from './pushHistory.js';
import type { ReportContext } from './reportPush.js';
import { reportPush, withoutLinks } from './reportPush.js';

export interface PushContext extends ReportContext {
  readonly history: PushHistory;
  /** After a push, whatever came of it. */
  readonly pushed: () => void;
}

/** The command's handler: pushes the file it is given, or the one in the active editor. One push of a file at a time. */
export function pushCommand(context: PushContext): (resource?: vscode.Uri) => Promise<void> {
  const underWay = new Set<string>();
  const run = async (resource?: vscode.Uri): Promise<void> => {
    const uri = resource ?? (await chooseFile());
    if (uri === undefined) return;
    const key = uri.toString();
    if (underWay.has(key)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This file is being pushed already.'));
      return;
    }
    underWay.add(key);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const result = await pushFile(ports(context, document));
      // Not awaited: a notification stays for as long as the person likes.
      void reportPush(context, uri, result)
        .then((again) => (again ? run(uri) : undefined))
        .catch((error: unknown) => context.log.error(error instanceof Error ? error : String(error)));
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
    targets: async () => saved(await (await server.client()).sendRequest(targetsRequest, { uri, fresh: true })),
    check: async () => (await server.client()).sendRequest(checkRequest, { uri }),
    payload: async (params) => (await server.client()).sendRequest(payloadRequest, { uri, ...params }),
    createConfig: () => createConfig(document.uri),
    chooseTarget: (targets) => chooseTarget(targets, history.last(uri)?.environment),
    askComment,
    confirm: confirmPush,
    token: (origin) => credentials.token(origin),
    send: async (target, url, token, body) => {
      const exchange = await withPatience(withoutLinks(vscode.l10n.t('Pushing {0}', targetName(target))), (cancel) =>
        push({ url, token, body, timeoutSeconds: readTimeout(), network: readNetwork() }, cancel),
      );
      logExchange(context.log, url, exchange);
      const { outcome } = exchange;
      // What was pushed is pushed, whether it can be remembered or not.
      await history
        .record(uri, { environment: target.environment, outcome: outcome.kind, time: Date.now() })
        .catch((error: unknown) => context.log.error(String(error)));
      context.pushed();
      return exchange;
    },
  };
}

/** A config that is being edited decides nothing before it is saved. */
function saved(targets: Targets): Targets {
  if (targets.kind === 'none') return targets;
  const { configUri } = targets;
  const dirty = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === configUri);
  if (!dirty) return targets;
  const reason = vscode.l10n.t('targeting.config.json has unsaved changes. Save it first.');
  return { kind: 'unusable', configUri, reason };
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
