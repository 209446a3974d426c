/** A person goes from place to place in VS Code. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { diagnosticsOf, userOfThisWindow, workspaceFolder } from '../inHost.js';

const text =
  '{ "comment": 1, "content": {\n"defaultServe": { "select": 0 },\n"variations": [{ "value": "a", "name": "first" }]\n} }';

/** Opens the file, and waits until the server has said what is wrong with it. */
async function opened(name: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await diagnosticsOf(uri, (seen) => seen.length > 0);
  return document;
}

function ask<T>(command: string, document: vscode.TextDocument, ...more: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(command, document.uri, ...more);
}

describe('navigation', () => {
  it('goes from a select to its variation, and shows the select whole', async () => {
    const document = await opened('definition.targeting.json');
    const at = document.positionAt(text.indexOf('"select": 0') + 10);
    const links = await ask<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document, at);
    assert.deepEqual(
      links.map(({ originSelectionRange, targetRange, targetSelectionRange }) =>
        [originSelectionRange, targetRange, targetSelectionRange].map((range) => document.getText(range)),
      ),
      [['0', '{ "value": "a", "name": "first" }', '"first"']],
    );
  });

  it('renames the variation from there', async () => {
    const document = await opened('rename.targeting.json');
    const at = document.positionAt(text.indexOf('"select": 0') + 10);
    const prepared = await ask<{ placeholder: string }>('vscode.prepareRename', document, at);
    assert.equal(prepared.placeholder, 'first');
    const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document, at, 'a "b"');
    assert.deepEqual(
      edit.get(document.uri).map(({ range, newText }) => [document.getText(range), newText]),
      [['first', 'a \\"b\\"']],
    );
  });

  it('says above a variation who serves it, and shows where at a click', async () => {
    const document = await opened('lens.targeting.json');
    const [lens] = await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document);
    assert.equal(lens?.command?.title, 'served by default');
    const { command, arguments: given = [] } = lens.command;
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
    const { page } = await userOfThisWindow();
    await page.locator('.reference-zone-widget .referenceMatch').first().waitFor();
    await vscode.commands.executeCommand('closeReferenceSearch');
  });

  it('finds a toggle by a part of its name, among the files of the workspace', async () => {
    await opened('wanted_toggle.targeting.json');
    const find = vscode.commands.executeCommand<vscode.SymbolInformation[]>;
    const found = await find('vscode.executeWorkspaceSymbolProvider', 'wanted_tog');
    assert.deepEqual(
      found.map(({ name, kind }) => [name, kind]),
      [['wanted_toggle', vscode.SymbolKind.Module]],
    );
  });
});
