/** Tests a folder that VS Code cannot search, as most extensions provide files without a search. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsOf, workspaceFolder } from '../waiting.js';
import { sees } from './runner.js';

const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example.com', project: 'P', files: 'shop/{environment}/{toggle}.targeting.json' },
  environments: { dev: { protected: true, rules: { require: ['tests'] } } },
  code: { complete: true },
});
const prerequisites = ['payment', 'parcel'].map((key) => ({ key, value: 'true', type: 'boolean' }));
const targeting = JSON.stringify({
  disabled: false,
  content: { prerequisites, rules: [], defaultServe: { select: 7 }, variations: [{ value: 'true', name: 'on' }] },
});

describe('in a folder that cannot be searched', () => {
  let file: vscode.Uri;

  before(async () => {
    const { fs } = vscode.workspace;
    const write = async (name: string, text: string) => {
      const uri = vscode.Uri.joinPath(workspaceFolder(), name);
      await fs.writeFile(uri, new TextEncoder().encode(text));
      return uri;
    };
    await write('targeting.config.json', config);
    file = await write('shop/dev/checkout.targeting.json', targeting);
    await write('shop/dev/payment.targeting.json', '{ "content": { "variations": [{ "value": "true" }] } }');
  });

  it('the config of a file applies with its rules, and closed files are known', async () => {
    await vscode.window.showTextDocument(file);
    const found = await diagnosticsOf(file, (all) => all.length > 2);
    assert.equal(found.map(codeOf).sort().join(), 'missing-tests,select-out-of-range,unknown-prerequisite');
    await sees('.statusbar-item[id*="oggleTargeting"]', 'dev');
  });

  it('the view of toggles lists each file', async () => {
    await vscode.commands.executeCommand('toggleTargeting.toggles.focus');
    for (const toggle of ['checkout', 'payment']) await sees('.customview-tree .monaco-list-row', toggle);
  });

  it('the page of stale toggles reports that code cannot be searched', async () => {
    await vscode.commands.executeCommand('toggleTargeting.showStaleToggles');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^Code is searched only on a disk/);
  });

  it('a command that needs Git reports that Git is missing', async () => {
    await vscode.commands.executeCommand('toggleTargeting.promoteChange', file);
    await sees('.notification-list-item', 'needs Git');
  });
});
