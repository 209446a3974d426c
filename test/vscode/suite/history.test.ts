/**
 * The history of a toggle, as a person uses it in a real VS Code: who changed what and when, a version beside the file, the
 * way back to it, and what is live in one environment brought to another.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import { userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-history-canary';
const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];
const content = { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations };
const stored = { disabled: false, content };

describe('a person who looks at the history', () => {
  let service: Service;
  let user: User;

  before(async () => {
    service = await startService({
      seed: {
        tokens: [
          { token, account: 'anna' },
          { token: 'api-colleague', account: 'bob' },
        ],
        projects: {
          History: {
            toggles: { search: { variations } },
            environments: { dev: { targetings: { search: stored } }, online: { targetings: { search: stored } } },
          },
        },
      },
    });
    for (let version = 2; version <= 12; version += 1) await colleague(version);
    const api = 'featureprobe';
    await write('history/targeting.config.json', {
      baseUrl: service.url,
      project: 'History',
      environments: { dev: { api }, online: { api, protected: true } },
      files: '{environment}/{toggle}.targeting.json',
    });
    await write('history/dev/search.targeting.json', { comment: 'From the suite', ...stored });
    await write('alone/targeting.config.json', {
      baseUrl: service.url,
      project: 'History',
      environments: { dev: { api }, online: {} },
    });
    await write('alone/search.targeting.json', stored);
    user = await userOfThisWindow();
    await show('history/dev/search.targeting.json');
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await service.close();
  });

  beforeEach(() => user.dismissToasts());

  it('reads who changed what, and words of the service as they are written', async () => {
    await user.command('Toggle Targeting: Show History in Environment…');
    await user.answer(token, `Access token for ${service.url}`);
    await user.quickInputTitle('Versions of search in dev').waitFor();
    const newest = user.quickPick('Version 12');
    assert.match(await newest.innerText(), /live · bob · /);
    assert.match(await newest.innerText(), /\$\(check\) change 12 of bob/);
    assert.equal(await newest.locator('.codicon-check').count(), 0);
    assert.equal(await newest.getByLabel('Roll Back to Version 12').count(), 0, 'it is live already');
    await user.page.keyboard.press('Escape');
  });

  it('loads older versions, and sees one beside the file', async () => {
    await user.command('Toggle Targeting: Show History in Environment…');
    await user.quickInputTitle('Versions of search in dev').waitFor();
    await user.quickInput().fill('Version 2');
    await user.choose('Load More…');
    await user.quickPick('Version 2').waitFor();
    await user.choose('Version 2');
    await user.page.locator('.tab', { hasText: 'search: version 2 in dev ↔ your file' }).waitFor();
    const lines = (side: string) => user.page.locator(`.monaco-diff-editor .${side} .view-line`);
    await lines('original').filter({ hasText: '"select": 1' }).waitFor();
    await lines('modified').filter({ hasText: '"select": 0' }).first().waitFor();
    assert.equal(await lines('modified').filter({ hasText: '"select": 1' }).count(), 0);
  });

  it('rolls back to a version, with the change in sight', async () => {
    await show('history/dev/search.targeting.json');
    await user.command('Toggle Targeting: Show History in Environment…');
    await user.quickInputTitle('Versions of search in dev').waitFor();
    await user.quickInput().fill('Version 10');
    await user.quickPick('Version 10').hover();
    await user.quickPick('Version 10').getByLabel('Roll Back to Version 10…').click();
    await user.quickInputTitle('Push search to dev: comment').waitFor();
    assert.equal(await user.quickInput().inputValue(), 'Roll back to version 10');
    await user.quickInput().press('Enter');
    await user.dialog().getByText('By default it serves "on" instead of 12% "off", 88% "on".').waitFor();
    await user.pressInDialog('Push to dev');
    const done = user.toast('is as it was in version 10');
    await done.waitFor();
    assert.match(await done.innerText(), /Pull into File/);
    const { version, comment, versions } = service.targeting('History', 'dev', 'search');
    assert.deepEqual([version, comment, versions.length], [13, 'Roll back to version 10', 13]);
    assert.deepEqual(defaultIn('dev'), { select: 1 });
  });

  it('promotes what is live to a protected environment, whose name is typed', async () => {
    await show('history/dev/search.targeting.json');
    await user.command('Toggle Targeting: Promote from Environment to Environment…');
    await user.quickInputTitle('Promote search: from which environment?').waitFor();
    await user.choose('dev');
    await user.quickInputTitle('Push search to online: comment').waitFor();
    assert.equal(await user.quickInput().inputValue(), 'Promote from dev (version 13)');
    await user.quickInput().press('Enter');
    await user.dialog().getByText('By default it serves "on" instead of "off".').waitFor();
    await user.pressInDialog('Push to online');
    await user.answer('online', 'Push search to the protected environment online?');
    await user.toast('Pushed search → online of History').waitFor();
    assert.deepEqual(defaultIn('online'), { select: 1 });
    assert.equal(service.targeting('History', 'dev', 'search').version, 13);
  });

  it('is told what is missing where there is nowhere to promote to', async () => {
    await show('alone/search.targeting.json');
    await user.command('Toggle Targeting: Promote from Environment to Environment…');
    await user.toast('Promoting needs two environments that can be read: besides dev,').waitFor();
  });

  function defaultIn(environment: string): unknown {
    return service.targeting('History', environment, 'search').content.defaultServe;
  }

  /** Serves "on" in versions 2 and 10; in others sends as many per cent to "off" as the version's number. */
  async function colleague(version: number): Promise<void> {
    const path = '/api/projects/History/environments/dev/toggles/search/targeting';
    const defaultServe =
      version === 2 || version === 10 ? { select: 1 } : { split: [version * 100, 10_000 - version * 100] };
    const body = { comment: `$(check) change ${version} of bob`, content: { defaultServe } };
    const response = await fetch(service.url + path, {
      method: 'PATCH',
      headers: { authorization: 'api-colleague', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
  }
});

async function write(path: string, value: object): Promise<void> {
  const file = vscode.Uri.joinPath(workspaceFolder(), path);
  await vscode.workspace.fs.writeFile(file, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

async function show(path: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(workspaceFolder(), path));
  await vscode.window.showTextDocument(document);
}
