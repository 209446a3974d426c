/** Reads the settings for a push: the editor's network settings, and our own. A setting may have any type of value. */
import * as vscode from 'vscode';
import type { Network } from '../../../server/src/service/http/dispatcher.js';

export function readNetwork(): Network {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = textIn(http.get<unknown>('proxy'));
  return {
    useProxy: http.get<string>('proxySupport') !== 'off',
    proxy,
    proxyAuthorization: textIn(http.get<unknown>('proxyAuthorization')),
    noProxy: [http.get<unknown>('noProxy', [])].flat().filter((host) => typeof host === 'string'),
    strictTls: http.get<boolean>('proxyStrictSSL', true),
    systemCertificates: http.get<boolean>('systemCertificates', true),
    extraCaFile: textIn(vscode.workspace.getConfiguration('toggleTargeting').get<unknown>('push.extraCaFile')),
  };
}

function textIn(setting: unknown): string | undefined {
  return typeof setting === 'string' && setting.trim() !== '' ? setting.trim() : undefined;
}

/** The timeout of a request, from 1 to 600 seconds. */
export function readTimeout(): number {
  const seconds = vscode.workspace.getConfiguration('toggleTargeting').get<unknown>('push.timeout', 30);
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.min(600, Math.max(1, seconds)) : 30;
}

/** The percentage of affected users above which the person must type the environment's key. */
export function readTypedShare(): number {
  const share = vscode.workspace.getConfiguration('toggleTargeting').get<unknown>('push.typedShare', 20);
  return typeof share === 'number' && Number.isFinite(share) ? share : 20;
}

/** The keys of environments that are always protected. */
export function readProtectedKeys(): readonly string[] {
  const keys = vscode.workspace.getConfiguration('toggleTargeting').get<unknown>('push.protectedKeys', []);
  return [keys].flat().filter((key) => typeof key === 'string');
}

/** The number of files that are pushed concurrently, from 1 to 16. */
export function readConcurrency(): number {
  const files = vscode.workspace.getConfiguration('toggleTargeting').get<unknown>('push.concurrency', 4);
  return typeof files === 'number' && Number.isFinite(files) ? Math.min(16, Math.max(1, Math.floor(files))) : 4;
}
