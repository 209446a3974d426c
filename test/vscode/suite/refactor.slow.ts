/** Refactoring in a real VS Code: the edit is made when it is chosen, after a question where needed, and one undo is enough. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

const text = `{
  "content": {
    "rules": [{ "name": "vip", "serve": { "split": [2000, 8000, 0] } }],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 1 },
    "variations": [
      { "value": "a", "name": "control" },
      { "value": "b", "name": "beta" },
      { "value": "c", "name": "gamma" }
    ]
  }
}
`;

describe('a person who refactors', () => {
  let user: User;
  let document: vscode.TextDocument;

  before(async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'refactor.targeting.json');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    user = await userOfThisWindow();
    document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
  });

  it('moves a variation from the light bulb, and every serve follows; one undo takes it back', async () => {
    await user.goTo(8, 10);
    await user.quickFix('Move variation 1 · beta down');
    const after = await textOf(document, (now) => now !== text);
    assert.match(after, /"split": \[2000, 0, 8000\]/);
    assert.match(after, /"disabledServe": \{ "select": 0 \},\n {4}"defaultServe": \{ "select": 2 \}/);
    assert.match(after, /gamma" \},\n {6}\{ "value": "b", "name": "beta" \}\n/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });

  it('deletes a variation that is served, is asked what to serve instead, and takes it back with one undo', async () => {
    await user.goTo(8, 10);
    await user.quickFix('Delete variation 1 · beta…');
    await user.answer('2 · gamma', 'Serve instead of 1 · beta');
    const after = await textOf(document, (now) => now !== text);
    assert.match(after, /"split": \[2000, 8000\]/);
    assert.match(after, /"disabledServe": \{ "select": 0 \},\n {4}"defaultServe": \{ "select": 1 \}/);
    assert.ok(!after.includes('beta'));
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });
});
