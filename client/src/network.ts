/** The editor's network settings, as a push needs them. */
import * as vscode from 'vscode';
import type { Network } from './push/dispatcher.js';

export function readNetwork(): Network {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy', '').trim();
  return {
    useProxy: http.get<string>('proxySupport') !== 'off',
    proxy: proxy === '' ? undefined : proxy,
    proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? undefined,
    noProxy: http.get<string[]>('noProxy', []),
    strictTls: http.get<boolean>('proxyStrictSSL', true),
    systemCertificates: http.get<boolean>('systemCertificates', true),
  };
}
