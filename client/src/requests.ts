/** Sends requests to a service with this editor's network settings. Shows progress and logs each exchange. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import type { Project } from '../../server/src/service/http/project.js';
import { projectOf } from '../../server/src/service/http/project.js';
import type { Call, Exchange } from '../../server/src/service/http/request.js';
import { exchange, languageFor } from '../../server/src/service/http/request.js';
import { notFromHere } from '../../server/src/service/http/answers/outcome.js';
import type { Access, Service } from '../../server/src/service/http/service.js';
import { serviceBy, serviceOf } from '../../server/src/service/http/service.js';
import { environmentAtHost, targetName } from '../../server/src/service/http/target.js';
import { inBrowser } from './here.js';
import { readNetwork, readTimeout } from './push/pushSettings.js';
import { withProgress } from './say.js';

type Log = Pick<vscode.LogOutputChannel, 'info'>;

/** Sends a request without showing progress. All requests use this function, which refuses untrusted workspaces. */
export async function sendWithin(log: Log, { api, ...call }: Call, cancel: AbortSignal): Promise<Exchange> {
  if (inBrowser) return { outcome: { kind: 'stopped-here', reason: notFromHere() }, milliseconds: 0 };
  if (!vscode.workspace.isTrusted) {
    const reason = t('nothing is sent from an untrusted workspace.');
    return { outcome: { kind: 'stopped-here', reason }, milliseconds: 0 };
  }
  const settings = { timeoutSeconds: readTimeout(), network: readNetwork() };
  const spoken = api === 'featureprobe' ? { language: languageFor(vscode.env.language) } : {};
  const exchanged = await exchange({ ...call, ...spoken, ...settings }, cancel);
  logExchange(log, call, exchanged);
  return exchanged;
}

/** A service that shows progress for each request that takes a long time. */
export function serviceFor(log: Log, access: Access): Service {
  const name = targetName(access.target);
  return serviceBy(access, (call) => {
    const title = call.method === 'GET' ? t('Reading {0}', name) : t('Pushing {0}', name);
    return withProgressIfLong(title, (cancel) => sendWithin(log, call, cancel));
  });
}

export function projectFor(log: Log, { target, url, token }: Access): Project {
  return projectOf(target, url, (method, address) =>
    withProgressIfLong(t('Reading {0}', environmentAtHost(target)), (cancel) =>
      sendWithin(log, { method, url: address, token, api: 'featureprobe' }, cancel),
    ),
  );
}

/** A service that reads without showing progress. Pushes use `serviceFor`, which also checks how keys are spelled. */
export function backgroundServiceFor(log: Log, access: Access, cancel: AbortSignal): Service {
  const { target, url, token } = access;
  return serviceOf(target, url, (method, address, body) =>
    sendWithin(log, { method, url: address, token, body, api: target.api }, cancel),
  );
}

/** Shows progress with a Cancel button, but only if the work takes longer than `PROGRESS_DELAY_MS`. */
async function withProgressIfLong<T>(title: string, work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const result = work(abort.signal);
  const done = await Promise.race([result.then(() => true), setTimeout(PROGRESS_DELAY_MS, false)]);
  if (done) return result;
  return withProgress(title, abort, () => result);
}

const PROGRESS_DELAY_MS = 500;

/** Logs an exchange, which does not contain the token. */
function logExchange(log: Log, { method, url }: Call, { outcome, milliseconds, answer }: Exchange): void {
  const result = answer === undefined ? JSON.stringify(outcome) : String(answer.status);
  log.info(`${method} ${url.href} ${result} in ${milliseconds} ms`);
  if (answer !== undefined && answer.body !== '' && method !== 'GET') log.info(answer.body);
}
