/** Tests that accepting a proposal in half-typed text leaves a valid file, where the editor itself takes part. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { diagnosticsOf, textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

interface Place {
  /** The text of the file, with | at the cursor. */
  readonly half: string;
  /** Typed there before the list opens; the editor closes quotes by itself. */
  readonly typed?: string;
  readonly taken: string;
  /** The file afterwards, ignoring white space. */
  readonly whole: string;
}

const both = '"variations": [{ "value": "false", "name": "off" }, { "value": "true", "name": "on" }]';
const file = (line: string) => `{\n  "content": {\n    ${line}\n    ${both}\n  }\n}\n`;
const rule = (lines: string) => file(`"rules": [{ "serve": { "select": 0 }, "conditions": [${lines}] }],`);

const places: Readonly<Record<string, Place>> = {
  'in an empty file': {
    half: '|',
    taken: 'whole file',
    whole: `{ "disabled": false, "content": { "rules": [], "disabledServe": { "select": 0 }, "defaultServe": { "select": 1 },
      "variations": [ { "value": "false", "name": "off", "description": "" }, { "value": "true", "name": "on", "description": "" } ] } }`,
  },
  'at a key without a comma before it': {
    half: '{\n  "comment": "a"\n  |\n}\n',
    typed: 'disa',
    taken: 'disabled',
    whole: '{ "comment": "a", "disabled": false }',
  },
  'at a predicate': {
    half: rule('{ "type": "number", "subject": "age", "objects": ["1"], "predicate": | }'),
    typed: '"',
    taken: '">="',
    whole: rule('{ "type": "number", "subject": "age", "objects": ["1"], "predicate": ">=" }'),
  },
  'in a string that is still open': {
    half: rule('{ "type": "string", "subject": "mail", "objects": ["a"], "predicate": "star|\n }'),
    taken: '"starts with"',
    whole: rule('{ "type": "string", "subject": "mail", "objects": ["a"], "predicate": "starts with" }'),
  },
};

describe('a user who accepts a proposal', () => {
  let user: User;

  before(async () => {
    user = await userOfThisWindow();
  });

  for (const [where, { half, typed, taken, whole }] of Object.entries(places)) {
    it(`${where} gets a valid file`, async () => {
      const { document } = await opened(`${where.replaceAll(/\W+/g, '_')}.targeting.json`, half);
      if (typed !== undefined) await vscode.commands.executeCommand('type', { text: typed });
      const text = document.getText();
      await take(user, taken);
      const after = await textOf(document, (now) => now !== text);
      await vscode.commands.executeCommand('leaveSnippet');
      await vscode.commands.executeCommand('hideSuggestWidget');
      assert.equal(squeezed(after), squeezed(whole));
      assert.doesNotThrow(() => JSON.parse(after) as unknown);
      await diagnosticsOf(document.uri, (all) => all.length === 0);
    });
  }
});

describe('a user without proposals', () => {
  it('sees no words from the file in an empty comment', async () => {
    const { page } = await userOfThisWindow();
    await opened('words.targeting.json', '{\n  "comment": "|",\n  "name": "wonderful"\n}\n');
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
    const widget = page.locator('.suggest-widget.visible');
    await widget
      .locator('.message:visible', { hasText: 'No suggestions' })
      .or(widget.locator('.monaco-list-row').first())
      .waitFor();
    assert.deepEqual(await widget.locator('.monaco-list-row .label-name').allInnerTexts(), []);
    await vscode.commands.executeCommand('hideSuggestWidget');
  });
});

describe('a user with the cursor at a variation', () => {
  const served = file(
    '"rules": [{ "name": "vip", "serve": { "split": [2000, 8000] } }], "defaultServe": { "select": 1 },',
  );

  it('deletes the served variation, chooses a replacement, and undoes the deletion in one step', async () => {
    const { document } = await opened('deleted.targeting.json', served.replace('"true"', '"|true"'));
    const text = document.getText();
    const user = await userOfThisWindow();
    await user.page.locator('.monaco-editor.focused').first().waitFor();
    await user.quickFix('Delete variation 1 · on…');
    await user.answer('0 · off', 'Variation to serve instead of 1 · on');
    const after = await textOf(document, (now) => now !== text);
    assert.match(after, /"split": \[10000\] \} \}\], "defaultServe": \{ "select": 0 \}/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });
});

/** Moves to the proposal with the arrow keys, and accepts it. */
async function take(user: User, label: string): Promise<void> {
  const widget = '.suggest-widget.visible .monaco-list-row';
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
  await user.page.locator(widget, { hasText: label }).first().waitFor();
  const labels = await user.page.locator(`${widget} .label-name`).allInnerTexts();
  const index = labels.map((each) => each.replaceAll('\u00A0', ' ')).indexOf(label);
  assert.notEqual(index, -1, `${label} is not among ${labels.join(', ')}`);
  const focused = user.page.locator(`${widget}.focused`);
  const steps = index - Number(await focused.getAttribute('data-index'));
  const command = steps > 0 ? 'selectNextSuggestion' : 'selectPrevSuggestion';
  for (let step = 0; step < Math.abs(steps); step++) await vscode.commands.executeCommand(command);
  await user.page.locator(`${widget}.focused[data-index="${index}"]`).waitFor();
  await vscode.commands.executeCommand('acceptSelectedSuggestion');
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

async function written(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), 'editing', name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** Opens the text with the cursor at its |. */
async function opened(name: string, marked: string) {
  const document = await vscode.workspace.openTextDocument(await written(name, marked.replace('|', '')));
  const editor = await vscode.window.showTextDocument(document);
  const at = document.positionAt(marked.indexOf('|'));
  editor.selection = new vscode.Selection(at, at);
  return { document, editor };
}
