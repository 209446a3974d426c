/** Reaches a service from this editor: its network settings, the token, progress and the log. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Project } from '../sync/service/project.js';
import { projectOf } from '../sync/service/project.js';
import type { Call, Exchange } from '../sync/service/request.js';
import { exchange, languageFor } from '../sync/service/request.js';
import type { Access, Service } from '../sync/service/service.js';
import { serviceOf } from '../sync/service/service.js';
import { placeName, targetName } from '../sync/service/target.js';
import { readNetwork, readTimeout } from './pushSettings.js';
import { withProgress } from './say.js';

type Log = Pick<vscode.LogOutputChannel, 'info'>;

/** One request. What takes long is shown as a progress that can be cancelled. */
function send(log: Log, call: Call, title: string): Promise<Exchange> {
  return withPatience(title, (cancel) => sendWithin(log, call, cancel));
}

/** One request, without a progress of its own. All that leaves this editor leaves here: nothing of a folder that is not trusted. */
export async function sendWithin(log: Log, { api, ...call }: Call, cancel: AbortSignal): Promise<Exchange> {
  if (!vscode.workspace.isTrusted) {
    const reason = vscode.l10n.t('nothing is sent from a workspace that you have not trusted.');
    return { outcome: { kind: 'refused', reason }, milliseconds: 0 };
  }
  const settings = { timeoutSeconds: readTimeout(), network: readNetwork() };
  const spoken = api === 'featureprobe' ? { language: languageFor(vscode.env.language) } : {};
  const exchanged = await exchange({ ...call, ...spoken, ...settings }, cancel);
  logExchange(log, call, exchanged);
  return exchanged;
}

/** Shows each request that takes long as a progress of its own. */
export function serviceFor(log: Log, { target, url, token }: Access): Service {
  return serviceOf(target, url, (method, address, body) => {
    const title =
      method === 'GET'
        ? vscode.l10n.t('Reading {0}', targetName(target))
        : vscode.l10n.t('Pushing {0}', targetName(target));
    return send(log, { method, url: address, token, body, api: target.api }, title);
  });
}

export function projectFor(log: Log, { target, url, token }: Access): Project {
  return projectOf(target, url, (method, address) =>
    send(log, { method, url: address, token, api: 'featureprobe' }, vscode.l10n.t('Reading {0}', placeName(target))),
  );
}

/** Without a progress of its own, for those who show one of many, or none. */
export function quietServiceFor(log: Log, { target, url, token }: Access, cancel: AbortSignal): Service {
  return serviceOf(target, url, (method, address, body) =>
    sendWithin(log, { method, url: address, token, body, api: target.api }, cancel),
  );
}

/** Shows a progress that can be cancelled, but only of what takes long enough to be waited for. */
async function withPatience<T>(title: string, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const result = work(abort.signal);
  const done = await Promise.race([result.then(() => true), setTimeout(patience, false)]);
  if (done) return result;
  return withProgress(title, abort, () => result);
}

/** Milliseconds. */
const patience = 500;

/** Method, address, status, duration and answer; never the token, which the exchange does not hold. */
function logExchange(log: Log, { method, url }: Call, { outcome, milliseconds, answer }: Exchange): void {
  const result = answer === undefined ? JSON.stringify(outcome) : String(answer.status);
  log.info(`${method} ${url.href} ${result} in ${milliseconds} ms`);
  if (answer !== undefined && answer.body !== '' && method !== 'GET') log.info(answer.body);
}
