/**
 * A service that misbehaves in every way that we know of, in a real VS Code: each case ends with one sentence, a hover does
 * not wait for the service, and the token goes nowhere else.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { cases, says } from '../../hostile/service.js';
import { userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-hostile-canary';
const folder = vscode.Uri.joinPath(workspaceFolder(), 'hostile');

/** Here the hostile answer comes to the PATCH, not to a read. Little of such an answer is read. */
const changed = [
  ...['silence', 'head-alone', 'drip', 'no-end-text', 'bomb-gzip', 'reset', 'garbage', 'early-hints', 'upgrade'],
  ...['redirect-to-token', 'token-in-message', 'token-encoded', 'links', 'turned', 'later', 'sign-in', 'proto'],
];

/** Those that keep a push waiting until it is given up. */
const waiting: ReadonlySet<string> = new Set(['silence', 'head-alone', 'drip']);

describe('a hostile service', () => {
  const leaks: string[] = [];
  let service: ChildProcess;
  let user: User;
  before(async () => {
    const started = spawn(process.execPath, [join(__dirname, '../tools/hostileService.mjs')], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    service = started;
    const lines = createInterface(started.stdout);
    const [baseUrl] = (await once(lines, 'line')) as [string];
    lines.on('line', (line) => leaks.push(line));
    // One that can be read, and one where only the PATCH is known.
    const environments = { read: { api: 'featureprobe' }, changed: {} };
    const files = '{environment}/{toggle}.targeting.json';
    await write('targeting.config.json', { baseUrl, project: 'P', environments, files });
    await vscode.workspace.getConfiguration('toggleTargeting').update('push.timeout', 2, true);
    user = await userOfThisWindow();
    const given = vscode.commands.executeCommand('toggleTargeting.manageTokens', baseUrl);
    await user.answer(token, baseUrl);
    await given;
    await user.toast('is stored').waitFor();
    await user.dismissToasts();
  });

  after(async () => {
    await vscode.workspace.getConfiguration('toggleTargeting').update('push.timeout', undefined, true);
    service.kill();
  });

  afterEach(async () => {
    await user.dismissToasts();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const [environment, names] of Object.entries({ read: Object.keys(cases), changed })) {
    for (const name of names) {
      it(`${environment}: ${name} ends with one sentence, and no hover waits for it`, async () => {
        const file = await write(`${environment}/${name}.targeting.json`, { comment: 'c', ...says });
        await vscode.window.showTextDocument(file);
        const pushed = vscode.commands.executeCommand('toggleTargeting.push', file);
        const ended = toldAtTheEnd();
        // Whatever a hover had to wait for, the push would have ended by then.
        const first = await Promise.race([hover(file), ended.then(() => 'the push')]);
        if (waiting.has(name)) assert.equal(first, 'the hover');
        const told = await ended;
        await user.dismissToasts();
        await pushed;
        assert.doesNotMatch(told, /[\p{Cc}\p{Bidi_Control}]/u);
        assert.ok(told.length < 600, told);
        assert.ok(!told.includes(token), told);
      });
    }
  }

  it('that tells of thousands of variations leads to a diff of the lines that a push changes, and of all at a click', async () => {
    const file = await write('read/many-variations.targeting.json', { comment: 'c', ...says });
    await vscode.commands.executeCommand('toggleTargeting.showDiff', file);
    assert.match(await toldAtTheEnd(), /^A push to read changes: /);
    await user.dismissToasts();
    const { document } = vscode.window.activeTextEditor ?? {};
    const lines = document?.getText().split('\n') ?? [];
    assert.equal(lines[0], '--- many-variations live in read, version 7');
    assert.equal(lines[1], '+++ many-variations in your file');
    assert.ok(lines.includes('-        "value": "7",'));
    assert.equal(lines.at(-2), 'There are more differences than shown here. The whole comparison has them all.');
    assert.ok(lines.length < 1_010);
    await user.lens('Show the Whole Comparison').click();
    await user.page.locator('.monaco-diff-editor').first().waitFor();
  });

  it('that has not answered a push leaves nothing to compare the file with, and the person who asks is told so', async () => {
    const file = await write('changed/reset.targeting.json', { comment: 'c', ...says });
    await vscode.window.showTextDocument(file);
    const pushed = vscode.commands.executeCommand('toggleTargeting.push', file);
    await toldAtTheEnd();
    await user.dismissToasts();
    await pushed;
    await vscode.commands.executeCommand('toggleTargeting.showDiff', file);
    assert.match(
      await toldAtTheEnd(),
      /^It is unknown whether your push of .+ to reset → changed of P on \S+ was applied, so there is nothing to compare with\.$/,
    );
  });

  it('has caused no request to another place, and has changed no prototype', () => {
    assert.deepEqual(leaks, []);
    assert.ok(!('polluted' in {}));
  });

  async function write(path: string, value: object): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, path);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
    return uri;
  }

  /** The text of the one notification that the push ends with. VS Code asks no question in suites, but notifies of it. */
  async function toldAtTheEnd(): Promise<string> {
    const toasts = user.page.locator('.notifications-toasts .notification-list-item');
    // What is under way is not the end of it, and of large diffs VS Code has a word of its own.
    const ends = toasts.filter({ hasNotText: /(?:Reading|Pushing) \S+ →|The diff algorithm/ });
    await ends.first().waitFor();
    assert.equal(await ends.count(), 1);
    return ends.locator('.notification-list-item-message').innerText();
  }
});

async function hover(file: vscode.Uri): Promise<string> {
  await vscode.commands.executeCommand('vscode.executeHoverProvider', file, new vscode.Position(2, 5));
  return 'the hover';
}
