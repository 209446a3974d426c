/**
 * Writing in VS Code, also in one that is in a browser alone. Wherever the text is half typed, a proposal that is taken leaves a valid file, in
 * the places where the editor itself has a part in it; what is proposed elsewhere is tested without an editor.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsOf, textOf, userOfThisWindow, workspaceFolder } from '../inHost.js';
import type { User } from '../user.js';

interface Place {
  /** The text of the file, with | where the cursor is. */
  readonly half: string;
  /** Typed there before the list is opened, with the quotes that the editor closes by itself. */
  readonly typed?: string;
  readonly taken: string;
  /** The file afterwards, white space aside. */
  readonly whole: string;
  /** What a person has yet to fill in, by the problems that say so. */
  readonly empty?: readonly string[];
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
  'at a key': {
    half: '{\n  "comment": "a",\n  |\n}\n',
    typed: '"dis',
    taken: 'disabled',
    whole: '{ "comment": "a", "disabled": false }',
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
  'in the list of rules': {
    half: file('"rules": [|],'),
    taken: 'rule',
    whole: file(`"rules": [{ "name": "", "serve": { "select": 0 }, "conditions": [
      { "type": "string", "subject": "", "predicate": "is one of", "objects": [""] } ] }],`),
    empty: ['empty-name', 'empty-subject', 'empty-object'],
  },
  'in the list of prerequisites': {
    half: file('"prerequisites": [|],'),
    taken: 'needed',
    whole: file('"prerequisites": [{ "key": "needed", "value": "true", "type": "boolean" }],'),
  },
};

describe('a person who takes a proposal', () => {
  let user: User;

  before(async () => {
    await written('needed.targeting.json', file(''));
    // This request is answered when the files of the workspace are known.
    await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', 'needed');
    user = await userOfThisWindow();
  });

  for (const [where, { half, typed, taken, whole, empty = [] }] of Object.entries(places)) {
    it(`${where} has a valid file`, async () => {
      const { document } = await opened(`${where.replaceAll(/\W+/g, '_')}.targeting.json`, half);
      if (typed !== undefined) await vscode.commands.executeCommand('type', { text: typed });
      const text = document.getText();
      await take(user, taken);
      const after = await textOf(document, (now) => now !== text);
      await vscode.commands.executeCommand('leaveSnippet');
      await vscode.commands.executeCommand('hideSuggestWidget');
      assert.equal(squeezed(after), squeezed(whole));
      assert.doesNotThrow(() => JSON.parse(after) as unknown);
      const codes = (all: readonly vscode.Diagnostic[]) => all.map(codeOf);
      const shown = await diagnosticsOf(document.uri, (all) => codes(all).join() === empty.join());
      assert.ok(shown.every(({ severity }) => severity === vscode.DiagnosticSeverity.Information));
    });
  }
});

describe('a person who reads', () => {
  const adults = '{ "type": "number", "subject": "age", "predicate": ">=", "objects": ["18"] }';
  const text = file(`"rules": [{ "name": "adults", "serve": { "select": 1 }, "conditions": [${adults}] }],
    "defaultServe": { "split": [2500, 7500] },`);

  it('sees behind each index what it means, once', async () => {
    const { document } = await opened('hints.targeting.json', `|${text}`);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const ask = vscode.commands.executeCommand<vscode.InlayHint[]>;
    const hints = await ask('vscode.executeInlayHintProvider', document.uri, all);
    const shown = hints.reduceRight((seen, { position, label }) => {
      const at = document.offsetAt(position);
      return `${seen.slice(0, at)}⟨${typeof label === 'string' ? label : '?'}⟩${seen.slice(at)}`;
    }, text);
    const expected = text
      .replace('"select": 1', '"select": 1⟨on = "true"⟩')
      .replace('[2500, 7500]', '[2500⟨25% · off⟩, 7500⟨75% · on⟩]')
      .replace('[{ "value": "false"', '[⟨0⟩{ "value": "false"')
      .replace('{ "value": "true"', '⟨1⟩{ "value": "true"');
    assert.equal(shown, expected);
    const { page } = await userOfThisWindow();
    await page
      .locator('.view-line', { hasText: /"select":\s1\s*on\s=\s"true"/ })
      .first()
      .waitFor();
  });

  it('is taken from an index to its variation, and back', async () => {
    const { document, editor } = await opened('jump.targeting.json', text.replace('"select": 1', '"select": |1'));
    const from = editor.selection.active;
    const line = (place: vscode.Position) => document.lineAt(place).text.slice(place.character);
    await vscode.commands.executeCommand('editor.action.revealDefinition');
    assert.match(line(editor.selection.active), /^"on" \}\]/);
    await vscode.commands.executeCommand('workbench.action.navigateBack');
    assert.deepEqual(editor.selection.active, from);
  });
});

describe('a person to whom nothing is known', () => {
  const text = (comment: string, name: string, condition: string) =>
    `{\n  "comment": "wonderful ${comment}",\n  "content": { "rules": [{ "name": "${name}", "conditions": [${condition}] }] }\n}\n`;

  for (const [where, marked] of Object.entries({
    'an empty comment': '{\n  "comment": "|",\n  "name": "wonderful"\n}\n',
    'a string with quotes in it': text('', '\\"|', ''),
  })) {
    it(`sees no words of the file in ${where}`, async () => {
      const { page } = await userOfThisWindow();
      await opened(`words_${where.replaceAll(/\W+/g, '_')}.targeting.json`, marked);
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
      const widget = page.locator('.suggest-widget.visible');
      await widget
        .locator('.message:visible', { hasText: 'No suggestions' })
        .or(widget.locator('.monaco-list-row').first())
        .waitFor();
      assert.deepEqual(await widget.locator('.monaco-list-row .label-name').allInnerTexts(), []);
      await vscode.commands.executeCommand('hideSuggestWidget');
    });
  }
});

describe('a person at a variation', () => {
  const served = file(
    '"rules": [{ "name": "vip", "serve": { "split": [2000, 8000] } }], "defaultServe": { "select": 1 },',
  );

  it('sees above it who serves it, and where at a click', async () => {
    const { document } = await opened('lens.targeting.json', `|${served}`);
    const ask = vscode.commands.executeCommand<vscode.CodeLens[]>;
    const lenses = await ask('vscode.executeCodeLensProvider', document.uri);
    const lens = lenses.find(({ command }) => command?.title === 'served by 1 rule and by default');
    assert.ok(lens?.command !== undefined, lenses.map(({ command }) => command?.title).join());
    await vscode.commands.executeCommand(lens.command.command, ...((lens.command.arguments ?? []) as unknown[]));
    const { page } = await userOfThisWindow();
    await page.locator('.reference-zone-widget .referenceMatch').first().waitFor();
    await vscode.commands.executeCommand('closeReferenceSearch');
  });

  it('deletes it though it is served, is asked what to serve instead, and takes it back with one undo', async () => {
    const { document } = await opened('deleted.targeting.json', served.replace('"true"', '"|true"'));
    const text = document.getText();
    const user = await userOfThisWindow();
    await user.page.locator('.monaco-editor.focused').first().waitFor();
    await user.quickFix('Delete variation 1 · on…');
    await user.answer('0 · off', 'Serve instead of 1 · on');
    const after = await textOf(document, (now) => now !== text);
    assert.match(after, /"split": \[10000\] \} \}\], "defaultServe": \{ "select": 0 \}/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });
});

/** Goes to the proposal with the arrow keys, once the list is open, and takes it. */
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

/** Opens the text with the cursor where its | stands. */
async function opened(name: string, marked: string) {
  const document = await vscode.workspace.openTextDocument(await written(name, marked.replace('|', '')));
  const editor = await vscode.window.showTextDocument(document);
  const at = document.positionAt(marked.indexOf('|'));
  editor.selection = new vscode.Selection(at, at);
  return { document, editor };
}
