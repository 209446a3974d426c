/** Tests that the one place that sends requests refuses an untrusted folder, even if a caller forgets to. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Call } from '../../../server/src/service/http/request.js';
import { sendWithin } from '../../../client/src/requests.js';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';

describe('a request from an untrusted folder', () => {
  let service: Service;
  const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');

  before(async () => {
    service = await startService({ seed: { tokens: [], projects: {} } });
  });
  after(() => service.close());
  afterEach(() => {
    if (trusted !== undefined) Object.defineProperty(vscode.workspace, 'isTrusted', trusted);
  });

  async function sent(): Promise<string> {
    const call: Call = { method: 'GET', url: new URL('/api', service.url), token: 'api-canary' };
    const { outcome } = await sendWithin({ info: () => undefined }, call, new AbortController().signal);
    return outcome.kind;
  }

  it('is not sent, even if nothing has requested trust before', async () => {
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    assert.equal(await sent(), 'stopped-here');
    assert.equal(service.requests.length, 0);
  });

  it('is sent after the folder is trusted', async () => {
    const before = service.requests.length;
    await sent();
    assert.equal(service.requests.length, before + 1);
  });
});
