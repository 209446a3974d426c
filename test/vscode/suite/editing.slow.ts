/** Writing and reading in VS Code. Wherever the text is half typed, a proposal that is taken leaves a valid file. */
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
const list = (items: string) => `{\n  "content": {\n    "variations": [\n      ${items}\n    ]\n  }\n}\n`;

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
  'at a key without a comma behind it': {
    half: '{\n  |\n  "comment": "a"\n}\n',
    typed: 'disa',
    taken: 'disabled',
    whole: '{ "disabled": false, "comment": "a" }',
  },
  'at a select': {
    half: file('"defaultServe": { "select": | },'),
    taken: '1 · on = "true"',
    whole: file('"defaultServe": { "select": 1 },'),
  },
  'at a serve without a comma behind it': {
    half: file('"defaultServe": |'),
    taken: '1 · on = "true"',
    whole: file('"defaultServe": { "select": 1 },'),
  },
  'at a split': {
    half: file('"defaultServe": { "split": | },'),
    taken: '[5000, 5000]',
    whole: file('"defaultServe": { "split": [5000, 5000] },'),
  },
  'at a share': {
    half: file('"defaultServe": { "split": [2500, |] },'),
    taken: '7500',
    whole: file('"defaultServe": { "split": [2500, 7500] },'),
  },
  'at a predicate': {
    half: rule('{ "type": "number", "subject": "age", "objects": ["1"], "predicate": | }'),
    typed: '"',
    taken: '">="',
    whole: rule('{ "type": "number", "subject": "age", "objects": ["1"], "predicate": ">=" }'),
  },
  'at a type': {
    half: rule('{ "type": |, "subject": "age", "predicate": "=", "objects": ["1"] }'),
    typed: 'num',
    taken: '"number"',
    whole: rule('{ "type": "number", "subject": "age", "predicate": "=", "objects": ["1"] }'),
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
  'in a list of conditions': {
    half: rule('|'),
    typed: 'semver',
    taken: 'condition: semver',
    whole: rule('{ "type": "semver", "subject": "", "predicate": "=", "objects": ["1.0.0"] }'),
    empty: ['empty-subject'],
  },
  'behind a variation, without a comma': {
    half: list('{ "value": "a", "name": "a" }\n      |'),
    taken: 'variation',
    whole: list('{ "value": "a", "name": "a" }, { "value": "", "name": "", "description": "" }'),
    empty: ['empty-name'],
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
  const words = ({ contents }: vscode.Hover) =>
    contents.map((part) => (part instanceof vscode.MarkdownString ? part.value : '')).filter((value) => value !== '');

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

  it('reads what a rule does in plain words, once', async () => {
    const { document } = await opened('rule.targeting.json', `|${text}`);
    const at = document.positionAt(text.indexOf('"adults"') + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      at,
    );
    const [said = '', ...more] = hovers.flatMap(words);
    assert.deepEqual(more, []);
    assert.match(said, /Serves \*on\* \(`"?true"?`\) when `age` is/);
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

describe('a person who does not want to be told of a problem', () => {
  it('turns its code off in the config above the file, and nothing is said of it any more', async () => {
    const config = await written('quiet/targeting.config.json', '{\n  "environments": { "dev": {} }\n}\n');
    // Where the folder is on no disk, what is open is known sooner than what is written.
    await vscode.workspace.openTextDocument(config);
    const { document } = await opened('quiet/loud.targeting.json', '{ "que|ry": 1 }');
    const [problem] = await diagnosticsOf(document.uri, (all) => all.length === 1);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem?.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = [
      'Remove "query"',
      'Turn off unknown-property in targeting.config.json',
      'Show the documentation of unknown-property',
    ];
    assert.deepEqual(
      actions.map(({ title }) => title),
      titles,
    );
    const edit = actions[1]?.edit;
    assert.ok(edit !== undefined && (await vscode.workspace.applyEdit(edit)));
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    const changed = await vscode.workspace.openTextDocument(config);
    assert.match(changed.getText(), /"dev": \{\} \},\n {2}"problems": \{ "unknown-property": "off" \}\n\}/);
    await changed.save();
  });
});

describe('a person to whom nothing is known', () => {
  const text = (comment: string, name: string, condition: string) =>
    `{\n  "comment": "wonderful ${comment}",\n  "content": { "rules": [{ "name": "${name}", "conditions": [${condition}] }] }\n}\n`;
  const segment = (subject: string, object: string) =>
    `{ "type": "segment", "subject": "${subject}", "predicate": "is in", "objects": ["${object}"] }`;

  for (const [where, marked] of Object.entries({
    'an empty comment': '{\n  "comment": "|",\n  "name": "wonderful"\n}\n',
    'a comment, behind a word': text('|', '', ''),
    'an empty name': text('', '|', ''),
    'the first letters of a name': text('', 'wo|', ''),
    'an empty subject': text('', '', segment('|', '')),
    'an empty name of a segment': text('', '', segment('', '|')),
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
