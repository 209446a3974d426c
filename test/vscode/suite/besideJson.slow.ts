/** Tests that the extension and VS Code's own JSON support report and propose nothing twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsOf, workspaceFolder } from '../inHost.js';

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

async function labelsAt(document: vscode.TextDocument, offset: number): Promise<string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    document.positionAt(offset),
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

describe("alongside VS Code's own JSON support", () => {
  it('a syntax mistake is reported once, by the editor', async () => {
    const document = await open('syntax.targeting.json', '{ "disabled": true,, "baseVersion": "x" }');
    // While the file is being opened, it may still have the problems of a closed file, which the editor does not
    // report.
    const sources = (seen: readonly vscode.Diagnostic[]) => seen.map(({ source }) => source).sort();
    await diagnosticsOf(document.uri, (seen) => sources(seen).join() === 'json,toggle-targeting');
  });

  it('a duplicate key is reported only by the editor', async () => {
    const document = await open('twice.targeting.json', '{ "disabled": true, "disabled": "x" }');
    // As above: duplicate keys of a closed file are reported by us.
    const said = (one: vscode.Diagnostic) => (one.source === 'json' ? 'json' : codeOf(one));
    const isAsWanted = (all: readonly unknown[]) =>
      new Set(all).size === 2 && all.filter((one) => one === 'wrong-type').length === 1;
    await diagnosticsOf(
      document.uri,
      (seen) => seen.some(({ source }) => source === 'json') && isAsWanted(seen.map(said)),
    );
  });

  it('a config is checked by the editor against our schema', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'other', 'targeting.config.json');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('{ "environments": { "dev": { "protcted": true } } }'));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const all = await diagnosticsOf(uri, (seen) => seen.length > 0);
    assert.deepEqual(
      all.map(({ message }) => message),
      ['Property protcted is not allowed.'],
    );
    assert.ok((await labelsAt(document, document.getText().indexOf('"protcted"'))).includes('protected'));
  });

  it("similar names are reported unless the user's own settings turn this off", async () => {
    const { ConfigurationTarget } = vscode;
    const set = (value: object | undefined, target: vscode.ConfigurationTarget) =>
      vscode.workspace.getConfiguration('toggleTargeting').update('problems', value, target);
    const off = { 'look-alike-names': 'off' };
    const document = await open(
      'alike/targeting.config.json',
      '{ "baseUrl": "https://a.b", "project": "P", "environments": { "prod": {}, "Prod": {} } }',
    );
    const codes = (wanted: readonly string[]) =>
      diagnosticsOf(document.uri, (all) => JSON.stringify(all.map(codeOf)) === JSON.stringify(wanted));
    try {
      await codes(['look-alike-names']);
      await set(off, ConfigurationTarget.Global);
      await codes([]);
      await set(off, ConfigurationTarget.Workspace);
      await set(undefined, ConfigurationTarget.Global);
      await codes(['look-alike-names']);
    } finally {
      await set(undefined, ConfigurationTarget.Workspace);
      await set(undefined, ConfigurationTarget.Global);
    }
  });

  it('only known keys and the whole rule are proposed, each of them once', async () => {
    const text = '{ "comment": "some words", "content": { "rules": [{ "name": "a" }, {  }] } }';
    const document = await open('keys.targeting.json', text);
    const labels = await labelsAt(document, text.indexOf('{  }') + 2);
    assert.deepEqual(labels.sort(), ['conditions', 'name', 'rule', 'serve']);
  });
});
