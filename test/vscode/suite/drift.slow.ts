/**
 * What the lens on the first line says while a person, a colleague and the service do what they do, in a real VS Code. The
 * service is the embedded one, on loopback; its list of requests shows what was read, and what was not.
 */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import { textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-drift-canary';
const content = {
  rules: [{ name: 'beta', serve: { select: 0 }, conditions: [] }],
  disabledServe: { select: 0 },
  defaultServe: { select: 1 },
  variations: [
    { value: 'false', name: 'old', description: '' },
    { value: 'true', name: 'new', description: '' },
  ],
};
const stored = { version: 12, disabled: false, content };
const toggles = ['checkout', 'banner', 'search', 'hidden', 'plain'];
const targetings = Object.fromEntries(toggles.map((toggle) => [toggle, stored]));

describe('the lens on the first line', () => {
  const folder = vscode.Uri.joinPath(workspaceFolder(), 'drift');
  let service: Service;
  let user: User;

  before(async () => {
    service = await startService({
      seed: {
        tokens: [{ token, account: 'anna' }],
        projects: {
          P: {
            toggles: Object.fromEntries(toggles.map((toggle) => [toggle, { variations: content.variations }])),
            environments: {
              production: { targetings },
              review: { targetings, enableApproval: true, reviewers: ['rob'] },
              documented: { targetings },
            },
          },
        },
      },
    });
    await write('targeting.config.json', {
      baseUrl: service.url,
      project: 'P',
      environments: { production: { api: 'featureprobe' }, review: { api: 'featureprobe' }, documented: {} },
      files: '{environment}/{toggle}.targeting.json',
    });
    user = await userOfThisWindow();
  });

  after(async () => {
    await service.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await user.dismissToasts();
  });

  async function write(path: string, value: object): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, path);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
    return uri;
  }

  /** A file that says what is stored, in the editor. */
  async function show(path: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(await fileAt(path));
    await vscode.window.showTextDocument(document);
    return document;
  }

  function fileAt(path: string): Promise<vscode.Uri> {
    return write(`${path}.targeting.json`, { comment: 'of the file', disabled: false, content });
  }

  async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
    const start = document.getText().indexOf(from);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, to);
    await vscode.workspace.applyEdit(edit);
    await textOf(document, (now) => now.includes(to));
  }

  /** The titles of the lenses on the first line. */
  async function titles({ uri }: vscode.TextDocument): Promise<readonly (string | undefined)[]> {
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
    return all.filter(({ range }) => range.start.line === 0).map(({ command }) => command?.title);
  }

  /** Sends a colleague's request straight to the service. */
  async function colleague(method: string, path: string, body: object): Promise<void> {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200, await response.text());
  }

  function read(path: string): number {
    return service.requests.filter((request) => request.method === 'GET' && request.path === path).length;
  }

  const pathOf = (environment: string, toggle: string) =>
    `/api/projects/P/environments/${environment}/toggles/${toggle}/targeting`;

  it('reads nothing before the person agrees for this folder, though a token is stored, and then eight environments', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `e${at}`);
    const other = await startService({
      seed: {
        tokens: [{ token, account: 'anna' }],
        projects: {
          P: {
            toggles: { checkout: { variations: content.variations } },
            environments: Object.fromEntries(names.map((name) => [name, { targetings: { checkout: stored } }])),
          },
        },
      },
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const given = vscode.commands.executeCommand('toggleTargeting.manageTokens', other.url);
    await user.answer(token, other.url);
    await given;
    await write('other/targeting.config.json', {
      baseUrl: other.url,
      project: 'P',
      environments: Object.fromEntries(names.map((name) => [name, { api: 'featureprobe' }])),
    });
    const document = await show('other/checkout');
    const compare = `Compare with e0, e1, e2 and 5 more on ${other.url.replace('http://', '')}…`;
    await user.lens(compare).waitFor();
    assert.equal((await titles(document)).at(-1), '12 more…');
    assert.equal(other.requests.length, 0);
    await user.lens(compare).click();
    await user.lens('e0: up to date').waitFor();
    const looks = () => other.requests.map(({ path }) => path).filter((path) => path.endsWith('/targeting'));
    // The line has no room for all of them.
    while (looks().length < 8) await setTimeout(50);
    assert.deepEqual(
      looks()
        .map((path) => path.split('/')[5])
        .sort(),
      names.slice(0, 8),
    );
    await other.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await user.dismissToasts();
  });

  it('offers to set a token, reads nothing before, and nothing again when the file is edited', async () => {
    // What was read stays fresh, however long a busy machine takes for this.
    const moment = performance.now();
    const clock = mock.method(performance, 'now', () => moment);
    try {
      const document = await show('production/checkout');
      await user.lens('production: set token').click();
      assert.equal(service.requests.length, 0);
      await user.answer(token, service.url);
      await user.lens('production: up to date · version 12').waitFor();
      await user.dismissToasts();
      const reads = read(pathOf('production', 'checkout'));
      await replace(document, '"select": 0', '"select": 1');
      await user.lens('production: differs in 1 rule').waitFor();
      await replace(document, '"select": 1', '"select": ');
      assert.deepEqual(await titles(document), ['production: differs in 1 rule'], 'half-typed text changes nothing');
      await replace(document, '"select": ', '"select": 1');
      assert.equal(read(pathOf('production', 'checkout')), reads);
    } finally {
      clock.mock.restore();
    }
  });

  it('opens the diff at a click, with what changes in words', async () => {
    await user.lens('production: differs in 1 rule').click();
    await user.page.locator('.tab', { hasText: 'checkout: live in production ↔ your file' }).waitFor();
    await user.toast('Rule "beta" now serves "new" instead of "old".').waitFor();
    await user.dismissToasts();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.joinPath(folder, 'production/checkout.targeting.json'),
    );
    await vscode.window.showTextDocument(document);
    await replace(document, '"select": 1', '"select": 0');
    await user.lens('production: up to date · version 12').waitFor();
  });

  it('says who changed it after a push of a colleague', async () => {
    // A push that has nothing to send makes the live version the base of the file.
    const file = await fileAt('production/banner');
    await vscode.commands.executeCommand('toggleTargeting.push', file);
    await user.toast('is already up to date (version 12)').waitFor();
    await user.dismissToasts();
    await colleague('PATCH', pathOf('production', 'banner'), { content: { defaultServe: { select: 0 } } });
    await vscode.window.showTextDocument(file);
    await user.lens('production: changed by anna').waitFor();
  });

  it('says that a change waits for approval', async () => {
    const path = `${pathOf('review', 'checkout')}/approval`;
    await colleague('POST', path, { comment: 'later', disabled: true, content, reviewers: ['rob'] });
    await show('review/checkout');
    await user.lens('review: waits for rob').waitFor();
  });

  it('warns when the variations stand in another order', async () => {
    const variations = content.variations.toReversed();
    await colleague('PATCH', pathOf('production', 'search'), { content: { variations } });
    await show('production/search');
    await user.lens('production: other order of variations').waitFor();
  });

  it('says that one environment could not be compared, and shows the others', async () => {
    await write('failing/targeting.config.json', {
      baseUrl: service.url,
      project: 'P',
      environments: {
        production: { api: 'featureprobe' },
        elsewhere: { api: 'featureprobe', baseUrl: 'http://127.0.0.1:1' },
      },
    });
    // The lens calls this function once it knows what is live.
    const broken = mock.method(Date.prototype, 'toLocaleTimeString', () => {
      throw new Error('A fault of the machine.');
    });
    try {
      await show('failing/checkout');
      await user.lens('production: failed').waitFor();
      await user.lens('elsewhere: set token').waitFor();
    } finally {
      broken.mock.restore();
    }
  });

  it('reads nothing for a file that is not in sight, nor from a service of the documented contract', async () => {
    const hidden = await vscode.workspace.openTextDocument(await fileAt('production/hidden'));
    assert.deepEqual(await titles(hidden), ['production: …']);
    assert.deepEqual(await titles(await show('documented/plain')), []);
    assert.equal(read(pathOf('production', 'hidden')) + read(pathOf('documented', 'plain')), 0);
  });

  it('leads to a diff with what was last pushed from here when the service cannot be read', async () => {
    const document = await show('documented/plain');
    await user.command('Targeting: Show Diff…');
    await user.toast('Nothing has been pushed to documented of P').waitFor();
    await user.dismissToasts();
    await vscode.commands.executeCommand('toggleTargeting.push', document.uri);
    await user.toast('Pushed plain to documented. Project P on').waitFor();
    await user.dismissToasts();
    await replace(document, '"select": 0', '"select": 1');
    await vscode.commands.executeCommand('toggleTargeting.showDiff', document.uri);
    const title = 'plain: last pushed to documented from here ↔ your file';
    await user.page.locator('.tab', { hasText: title }).waitFor();
    await user.toast('The file has changed since your push of').waitFor();
    await user.dismissToasts();
    await document.save();
    const requests = service.requests.filter(({ path }) => path.startsWith(pathOf('documented', 'plain')));
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['PATCH'],
    );
  });

  it('keeps the last answer when the service stops, says when that was, and shows no notification', async () => {
    await show('production/checkout');
    await user.lens('production: up to date · version 12').waitFor();
    await service.close();
    const given = vscode.commands.executeCommand('toggleTargeting.manageTokens', service.url);
    await user.answer(token, service.url);
    await given;
    await user.lens(/production: offline · as of .*: up to date · version 12/).waitFor();
    const toasts = user.page.locator('.notifications-toasts .notification-list-item');
    assert.deepEqual(await toasts.filter({ hasNotText: 'is stored' }).allInnerTexts(), []);
  });
});
