/** Tests what differs in a browser: no Node, no disk, and no service that could be reached. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsOf, workspaceFolder } from '../waiting.js';
import { sees, tell } from './runner.js';

const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example.com', project: 'P', environments: { dev: { api: 'featureprobe' } } },
  files: 'shop/{environment}/{toggle}.targeting.json',
});
const variations = [
  { value: 'false', name: 'off' },
  { value: 'true', name: 'on' },
];
const condition = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] };
const rules = [{ name: 'beta', serve: { select: 1 }, conditions: [condition] }];
const targeting = (prerequisites: readonly object[] = []) =>
  JSON.stringify({ disabled: false, content: { prerequisites, rules, defaultServe: { select: 0 }, variations } });

async function written(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

const countOf = (selector: string) => tell('count', { selector });
const row = '.monaco-list-row';

const codesOf = (all: readonly vscode.Diagnostic[]) => all.map(codeOf).join();

describe('in a browser', () => {
  let file: vscode.Uri;

  before(async () => {
    await written('targeting.config.json', config);
    await written(
      'targeting.users.json',
      '{ "users": [{ "name": "ada", "key": "1", "attributes": { "city": "Paris" } }] }',
    );
    file = await written('shop/dev/checkout.targeting.json', targeting());
    await vscode.window.showTextDocument(file);
  });

  it('the editor has neither Node nor a folder on disk', () => {
    assert.equal(vscode.env.appHost, 'web');
    assert.equal(typeof process, 'undefined');
    assert.equal(workspaceFolder().scheme, 'memory');
  });

  it('closed files have problems, and are known to other files', async () => {
    const prerequisite = { key: 'payment', value: 'true', type: 'boolean' };
    const closed = await written('shop/dev/cart.targeting.json', targeting([prerequisite]));
    await diagnosticsOf(closed, (all) => codesOf(all) === 'unknown-prerequisite');
    await written('shop/dev/payment.targeting.json', targeting());
    await diagnosticsOf(closed, (all) => all.length === 0);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(closed, '../payment.targeting.json'));
    await diagnosticsOf(closed, (all) => codesOf(all) === 'unknown-prerequisite');
  });

  it('an earlier version of a file, for example in a diff, is ignored', async () => {
    const now = vscode.Uri.joinPath(workspaceFolder(), 'shop/dev/cart.targeting.json');
    const ask = async (uri: vscode.Uri) => {
      const { lineCount } = await vscode.workspace.openTextDocument(uri);
      const all = new vscode.Range(0, 0, lineCount, 0);
      return vscode.commands.executeCommand<vscode.InlayHint[]>('vscode.executeInlayHintProvider', uri, all);
    };
    assert.ok((await ask(now)).length > 0);
    assert.deepEqual(await ask(now.with({ authority: 'earlier' })), []);
  });

  it('users are evaluated', async () => {
    await vscode.window.showTextDocument(file);
    await vscode.commands.executeCommand('toggleTargeting.whoGetsWhat.focus');
    await sees(`.customview-tree ${row}`, '1 · on');
    // The config names the environment.
    await sees('.statusbar-item[id*="oggleTargeting"]', 'dev');
  });

  it('targeting tests run', async () => {
    await written(
      'shop/dev/checkout.targeting.test.json',
      JSON.stringify({ cases: [{ user: 'ada', expect: { variation: 'off' } }] }),
    );
    await sees('.activitybar .action-item:has([aria-label^="Testing"])');
    await vscode.commands.executeCommand('workbench.view.extension.test');
    await sees(`.test-explorer ${row}`, 'checkout');
    await vscode.commands.executeCommand('testing.runAll');
    await sees(`.test-explorer ${row}:has(.codicon-testing-failed-icon)`, 'checkout');
  });

  it('the language model tools respond', async () => {
    await vscode.workspace.getConfiguration('toggleTargeting').update('languageModelTools', true, true);
    const tell = async (tool: string, input: object) => {
      const asked = { input: { file: 'shop/dev/checkout.targeting.json', ...input }, toolInvocationToken: undefined };
      const { content } = await vscode.lm.invokeTool(`toggleTargeting_${tool}`, asked);
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    };
    assert.match(await tell('validate', {}), /"problems":\[\]/);
    assert.match(await tell('explain', {}), /city/);
    assert.match(await tell('evaluate', { user: 'ada' }), /1 · on/);
    assert.match(await tell('compare', { with: 'shop/dev/cart.targeting.json' }), /"differences"/);
  });

  it('the language server is restarted, and knows all files again', async () => {
    const prerequisite = { key: 'parcel', value: 'true', type: 'boolean' };
    const closed = await written('shop/dev/order.targeting.json', targeting([prerequisite]));
    await diagnosticsOf(closed, (all) => codesOf(all) === 'unknown-prerequisite');
    await vscode.commands.executeCommand('toggleTargeting.restartServer');
    await diagnosticsOf(closed, (all) => codesOf(all) === 'unknown-prerequisite');
    await written('shop/dev/parcel.targeting.json', targeting());
    await diagnosticsOf(closed, (all) => all.length === 0);
  });

  it('a push reports why it cannot run here, and has no button', async () => {
    await vscode.window.showTextDocument(file);
    await vscode.commands.executeCommand('toggleTargeting.push', file);
    await sees('.notification-list-item', 'a browser page cannot reach your service');
    await sees('.editor-actions');
    assert.equal(await countOf('.editor-actions .action-label[aria-label^="Push"]'), 0);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('a push of a folder reports the same, and shows no view', async () => {
    await vscode.commands.executeCommand('toggleTargeting.pushMany', vscode.Uri.joinPath(file, '..'));
    await sees('.notification-list-item', 'a browser page cannot reach your service');
    await vscode.commands.executeCommand('toggleTargeting.toggles.focus');
    await sees('.pane-header[aria-label^="Toggles"]');
    assert.equal(await countOf('.pane-header[aria-label^="Push"]'), 0);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});
