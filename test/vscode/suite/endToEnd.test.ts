/** Tests a person in a real VS Code, from a mistake to a push, by the requests that the service receives. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import { diagnosticsOf, textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const token = 'api-in-host-canary';
const text = `{
  "$schema": "./any.json",
  "comment": "Ten per cent",
  "disabled": false,
  "content": {
    "rules": [],
    "defaultServe": { "select": 1 },
    "variations": [
      { "value": "false", "name": "old" },
      { "value": "true", "name": "new" }
    ]
  }
}
`;

describe('a user in the editor', () => {
  let service: Service;
  let user: User;
  let document: vscode.TextDocument;

  before(async () => {
    service = await startService({
      seed: {
        tokens: [{ token, account: 'anna' }],
        projects: { 'My Project': { toggles: { checkout: { variations: [] } }, environments: { dev: {} } } },
      },
    });
    const folder = workspaceFolder();
    const config = { baseUrl: service.url, project: 'My Project', environments: { dev: {} } };
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder, 'targeting.config.json'),
      Buffer.from(JSON.stringify(config)),
    );
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'any.json'), Buffer.from('{}'));
    const file = vscode.Uri.joinPath(folder, 'checkout.targeting.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    user = await userOfThisWindow();
    // Without VS Code's JSON support, opening a targeting file may not start the extension.
    await vscode.extensions.getExtension('toggle-targeting.toggle-targeting')?.activate();
    document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
  });

  after(() => service.close());

  it('sees an underlined mistake while typing it', async () => {
    await user.goTo(7, 33);
    await user.type('7');
    const [problem, ...others] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.deepEqual(others, []);
    assert.equal(problem?.message, 'Variation 71 does not exist: this toggle has 2 variations (0 to 1).');
    assert.deepEqual(problem.range, new vscode.Range(6, 32, 6, 34));
    assert.equal(problem.source, 'toggle-targeting');
    assert.equal(typeof problem.code === 'object' ? problem.code.value : problem.code, 'select-out-of-range');
    assert.equal(problem.relatedInformation?.[0]?.location.range.start.line, 7);
    await user.squiggles('warning').first().waitFor();
  });

  it('fixes the mistake with the light bulb', async () => {
    await user.quickFix('Select 0 · old = "false"');
    await textOf(document, (now) => now.includes('"select": 0 }'));
    await diagnosticsOf(document.uri, (all) => all.length === 0);
  });

  it('pushes the file with the button in the title, and enters a token once', async () => {
    await user.pressPush();
    await user.answer(`  ${token} `, service.url);
    await user.toast('Pushed checkout to dev. Project My Project on').waitFor();

    const [request, ...others] = service.requests;
    assert.deepEqual(others, []);
    assert.equal(request?.method, 'PATCH');
    assert.equal(request.path, '/api/projects/My%20Project/environments/dev/toggles/checkout/targeting');
    assert.equal(request.headers.authorization, token);
    assert.equal(request.headers['content-type'], 'application/json');
    const expected = text.replace('  "$schema": "./any.json",\n', '').replace('"select": 1', '"select": 0').trim();
    assert.equal(request.body, expected);
    assert.equal(document.isDirty, false, 'the file was saved before it was pushed');
    assert.equal(service.targeting('My Project', 'dev', 'checkout').comment, 'Ten per cent');
  });

  it('is told that nothing has changed since the push, and may push anyway', async () => {
    await user.dismissToasts();
    await user.pressPush();
    await user.pressInToast(/The targeting is the same as in your push of .* to checkout → dev/, 'Push Anyway');
    await user.toast('Pushed checkout to dev. Project My Project on').waitFor();
    assert.equal(service.requests.length, 2);
    await user.statusBar(/dev · /).waitFor();
  });

  it('is asked for a comment at the next push, because the file still has the last comment', async () => {
    await user.dismissToasts();
    await vscode.window.showTextDocument(document);
    await user.goTo(7, 34);
    await user.page.keyboard.press('Backspace');
    await user.type('1');
    await user.pressPush();
    await user.answer('All of them', 'Push checkout to dev: comment');
    await user.toast('Pushed checkout to dev. Project My Project on').waitFor();
    assert.equal(service.requests.length, 3);
    assert.match(service.requests[2]?.body ?? '', /"select": 1/);
  });

  it('pushes nothing if a row of the view is redrawn during the click', async () => {
    await user.dismissToasts();
    // VS Code passes these arguments for such a row.
    await vscode.commands.executeCommand('toggleTargeting.push', undefined, undefined);
    await user.toast('The item that you clicked was just refreshed. Click it again.').waitFor();
    assert.equal(service.requests.length, 3);
  });
});
