/** The extension lives beside VS Code's own JSON support: nothing is said twice, and nothing of it gets into our proposals. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsOf, textOf, workspaceFolder } from '../inHost.js';

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

const textOfHover = (part: vscode.Hover['contents'][number]) =>
  part instanceof vscode.MarkdownString ? part.value : '';

describe("beside VS Code's own JSON support", () => {
  it('a syntax mistake is reported once, by the editor', async () => {
    const document = await open('syntax.targeting.json', '{ "disabled": true,, "baseVersion": "x" }');
    // While the file is being opened, it may still have the problems of a closed one, of which the editor says nothing.
    const sources = (seen: readonly vscode.Diagnostic[]) => seen.map(({ source }) => source).sort();
    await diagnosticsOf(document.uri, (seen) => sources(seen).join() === 'json,toggle-targeting');
  });

  it('an empty file is reported by us, since the editor says nothing of it', async () => {
    const document = await open('empty.targeting.json', '');
    const all = await diagnosticsOf(document.uri, (seen) => seen.length > 0);
    assert.deepEqual(
      all.map(({ source, message }) => [source, message]),
      [['toggle-targeting', 'The file is empty. It holds one JSON object.']],
    );
  });

  it('a duplicate key is reported by the editor alone', async () => {
    const document = await open('twice.targeting.json', '{ "disabled": true, "disabled": "x" }');
    // As above: of a closed file, whose keys the editor does not look at, we report them ourselves.
    const said = (one: vscode.Diagnostic) => (one.source === 'json' ? 'json' : codeOf(one));
    await diagnosticsOf(document.uri, (seen) => seen.map(said).sort().join() === 'json,wrong-type');
  });

  it('a config is checked by the editor, with our schema', async () => {
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

  it("names that look alike are reported unless the person's own settings turn that off", async () => {
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

  it('only known keys and the whole rule are proposed, each once', async () => {
    const text = '{ "comment": "some words", "content": { "rules": [{ "name": "a" }, {  }] } }';
    const document = await open('keys.targeting.json', text);
    const labels = await labelsAt(document, text.indexOf('{  }') + 2);
    assert.deepEqual(labels.sort(), ['conditions', 'name', 'rule', 'serve']);
  });

  it('no words of the file are proposed where nothing of ours is known', async () => {
    const text = '{ "comment": "wonderful", "content": { "rules": [{ "name": "wo" }] } }';
    const document = await open('words.targeting.json', text);
    const labels = await labelsAt(document, text.indexOf('"wo"') + 3);
    assert.ok(!labels.includes('wonderful'), `proposed: ${labels.join(', ')}`);
  });

  it('nothing is proposed in a rule that is complete, not even words of the file', async () => {
    const rule = '"name": "wonderful", "serve": { "select": 0 }, "conditions": []';
    const text = `{ "content": { "rules": [{ ${rule},  }] } }`;
    const document = await open('complete.targeting.json', text);
    const labels = await labelsAt(document, text.indexOf(',  }') + 2);
    // That one is never shown.
    assert.deepEqual(labels, [' ']);
  });

  it('a hover says what a field means, once', async () => {
    const text =
      '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": "a", "name": "first" }] } }';
    const document = await open('hover.targeting.json', text);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(text.indexOf('select') + 2),
    );
    const words = hovers.flatMap(({ contents }) => contents.map(textOfHover)).filter((words) => words !== '');
    assert.equal(words.length, 1, words.join('\n---\n'));
    assert.match(words[0] ?? '', /\*\*Selected variation\*\*[^]*0 = \*first\*/);
  });

  it('fix-all fixes every problem that has a single fix', async () => {
    const text = '{ "comment": 1, "content": { "variations": [{ "value": true }], "defaultServe": { "select": 4 } } }';
    const document = await open('all.targeting.json', text);
    await diagnosticsOf(document.uri, (seen) => seen.length === 3);
    // VS Code passes over the command while it does something else: a person gives it again.
    for (let tries = 0; tries < 10 && document.getText() === text; tries += 1) {
      await vscode.commands.executeCommand('editor.action.fixAll');
      await setTimeout(100);
    }
    const expected = text.replace('1,', '"1",').replace('true', '"true"');
    assert.equal(await textOf(document, (now) => now !== text), expected);
  });

  it('has an outline in the terms of the file beside that of JSON, and leaves the folding to the editor', async () => {
    const text =
      '{ "comment": 1, "content": {\n"defaultServe": { "select": 0 },\n"variations": [{ "value": "a" }]\n} }';
    const { uri } = await open('outline.targeting.json', text);
    await diagnosticsOf(uri, (seen) => seen.length > 0);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    assert.deepEqual(symbols.map(({ name }) => name).toSorted(), ['Default → "a"', 'Variations', 'comment', 'content']);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [[0, 2]],
    );
  });

  it('has an outline that follows edits at several places at once', async () => {
    const text = '{ "content": {\n"rules": [{ "name": "a" }, { "name": "b" }],\n"variations": [{ "name": "on" }]\n} }';
    const { uri } = await open('outlined.targeting.json', text);
    const names = async () => {
      const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
        'vscode.executeDocumentSymbolProvider',
        uri,
      );
      return symbols.filter(({ name }) => name !== 'content').map(({ children }) => children.map(({ name }) => name));
    };
    assert.deepEqual(await names(), [['1 a', '2 b'], ['0 on']]);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(2, 28), '!');
    edit.insert(uri, new vscode.Position(1, 10), '{ "name": "first" },\r\n');
    edit.replace(uri, new vscode.Range(1, 21, 1, 22), 'A');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.deepEqual(await names(), [['1 first', '2 A', '3 b'], ['0 on!']]);
    await vscode.commands.executeCommand('undo');
    assert.deepEqual(await names(), [['1 a', '2 b'], ['0 on']]);
  });
});
