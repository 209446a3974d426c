/** Reaches a service from this editor: its network settings, the token, progress and the log. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Target } from '../../server/src/protocol.js';
import { readNetwork, readTimeout } from './pushSettings.js';
import type { Exchange } from './push/request.js';
import { exchange } from './push/request.js';
import type { Service } from './push/service.js';
import { serviceAt } from './push/service.js';
import { targetName } from './push/target.js';
import { withoutLinks } from './reportPush.js';

/** One request. What takes long is shown as a progress that can be cancelled. */
export async function send(
  log: vscode.LogOutputChannel,
  wanted: {
    readonly method: 'GET' | 'PATCH' | 'POST';
    readonly url: URL;
    readonly token: string;
    readonly body?: string;
  },
  title: string,
): Promise<Exchange> {
  const exchanged = await withPatience(withoutLinks(title), (cancel) =>
    exchange({ ...wanted, timeoutSeconds: readTimeout(), network: readNetwork() }, cancel),
  );
  logExchange(log, wanted.method, wanted.url, exchanged);
  return exchanged;
}

/**
 * Throws where nothing may be called but the documented PATCH (service.md A): whoever asks looks at `api` first.
 * @param silent reads in the background show no progress, and are logged for those who look for them
 */
export function reach(log: vscode.LogOutputChannel, target: Target, url: URL, token: string, silent = false): Service {
  if (target.api !== 'featureprobe') throw new Error(`The service of ${target.environment} must not be read.`);
  return serviceAt(url, async (method, address, body) => {
    const wanted = { method, url: address, token, ...(body !== undefined && { body }) };
    if (!silent) {
      const title =
        method === 'GET'
          ? vscode.l10n.t('Reading {0}', targetName(target))
          : vscode.l10n.t('Pushing {0}', targetName(target));
      return send(log, wanted, title);
    }
    const never = new AbortController();
    const exchanged = await exchange(
      { ...wanted, timeoutSeconds: readTimeout(), network: readNetwork() },
      never.signal,
    );
    log.debug(`${method} ${address.href} ${JSON.stringify(exchanged.outcome)}`);
    return exchanged;
  });
}

/** Without a progress of its own, for those who show one of many. */
export function reachWithin(
  log: vscode.LogOutputChannel,
  { url, token }: { readonly url: URL; readonly token: string },
  cancel: AbortSignal,
): Service {
  return serviceAt(url, async (method, address, body) => {
    const wanted = { method, url: address, token, ...(body !== undefined && { body }) };
    const exchanged = await exchange({ ...wanted, timeoutSeconds: readTimeout(), network: readNetwork() }, cancel);
    logExchange(log, method, address, exchanged);
    return exchanged;
  });
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
export function logExchange(
  log: vscode.LogOutputChannel,
  method: string,
  url: URL,
  { outcome, milliseconds, answer }: Exchange,
): void {
  const result = answer === undefined ? JSON.stringify(outcome) : String(answer.status);
  log.info(`${method} ${url.href} ${result} in ${milliseconds} ms`);
  if (answer !== undefined && answer.body !== '' && method !== 'GET') log.info(answer.body);
}
