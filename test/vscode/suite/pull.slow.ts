/**
 * What a person pulls, in a real VS Code: files for toggles that have none, and what a colleague has changed. What is asked
 * about a file with changes of its own is in user/pull.slow.ts: here, VS Code shows no dialogs.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import { textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-pull-canary';
const pullTitle = 'Targeting: Pull…';

describe('a person who pulls', () => {
  let service: Service;
  let user: User;
  let document: vscode.TextDocument;
  const at = (path: string) => vscode.Uri.joinPath(workspaceFolder(), 'pulled', path);

  before(async () => {
    service = await startService({
      seed: {
        tokens: [{ token, account: 'anna' }],
        projects: {
          P: {
            toggles: { checkout: { variations: [{ value: 'false' }, { value: 'true' }] } },
            environments: { dev: { targetings: { checkout: { version: 3, disabled: false } } } },
          },
        },
      },
    });
    const environments = { dev: { api: 'featureprobe' } };
    const files = '{environment}/{toggle}.targeting.json';
    const config = JSON.stringify({ baseUrl: service.url, project: 'P', environments, files });
    for (const folder of ['.', 'other'])
      await vscode.workspace.fs.writeFile(at(`${folder}/targeting.config.json`), Buffer.from(config));
    user = await userOfThisWindow();
  });

  afterEach(() => user.dismissToasts());

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.workspace.fs.delete(at('.'), { recursive: true });
    await service.close();
  });

  /** A colleague changes what is live. */
  async function colleague(change: object): Promise<void> {
    const path = '/api/projects/P/environments/dev/toggles/checkout/targeting';
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const answer = await fetch(service.url + path, { method: 'PATCH', headers, body: JSON.stringify(change) });
    assert.equal(answer.status, 200);
  }

  it('gets a file for each toggle that is ticked in the list of the service', async () => {
    await user.command('Targeting: Pull Toggles into Files…');
    await user.choose('pulled/targeting.config.json');
    await user.answer(token, service.url);
    await user.choose('checkout');
    await user.acceptPick('Pull Toggles into Files');
    await user.toast('dev/checkout.targeting.json was created from dev.').waitFor();

    document = await vscode.workspace.openTextDocument(at('dev/checkout.targeting.json'));
    assert.equal(vscode.window.activeTextEditor?.document, document, 'the file is open');
    assert.match(document.getText(), /^\{\n {2}"disabled": false,\n {2}"content": \{\n {4}"rules": \[\],\n[^]*\}\n$/);
  });

  it('is told that a file already exists, and it is left alone', async () => {
    const text = document.getText();
    await user.command('Targeting: Pull Toggles into Files…');
    await user.choose('pulled/targeting.config.json');
    await user.choose('checkout');
    await user.acceptPick('Pull Toggles into Files');
    await user.toast(/0 files were created from dev\..*: checkout\./).waitFor();
    assert.equal(document.getText(), text);
  });

  it('is told when the file says already what is live', async () => {
    await vscode.window.showTextDocument(document);
    await user.command(pullTitle);
    await user.toast('Nothing to pull: the file is up to date with version 3').waitFor();
    assert.equal(document.isDirty, false);
  });

  it('sees what a colleague has changed in the file, not saved yet, and takes it back with one undo', async () => {
    const text = document.getText();
    await colleague({ content: { defaultServe: { select: 1 } } });
    await user.command(pullTitle);
    await user.toast(/version 4 of checkout.*By default it serves "true"/).waitFor();
    assert.match(document.getText(), /"defaultServe": \{ "select": 1 \}/);
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand('undo');
    await textOf(document, (now) => now === text);
  });
});
