/** Tests *Add a test for this rule* as any editor sees it: code action, server command, and edit. */
import type { Command, Range, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import {
  ApplyWorkspaceEditRequest,
  CodeActionRequest,
  ExecuteCommandRequest,
  ShowDocumentRequest,
  ShowMessageNotification,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, it } from 'vitest';
import { commandLineTrial } from '../support/commandLine.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { editsApplied, selectionIn } from '../support/fixes.js';
import type { ServerTrial } from '../support/languageServer.js';
import { serverTrial } from '../support/languageServer.js';

const condition = (subject: string, predicate: string, objects: readonly string[], type = 'string') =>
  JSON.stringify({ type, subject, predicate, objects });

const marked = (at: 'first' | 'hidden' | 'split' | 'default') => {
  const mark = (name: string) => (name === at ? '|' : '');
  return `{ "content": {
  "rules": [
    { ${mark('first')}"name": "Paris", "conditions": [${condition('city', 'is one of', ['Paris'])}], "serve": { "select": 1 } },
    { ${mark('hidden')}"conditions": [${condition('city', 'is one of', ['Paris'])}], "serve": { "select": 0 } },
    { ${mark('split')}"conditions": [${condition('age', '>=', ['18'], 'number')}], "serve": { "split": [0, 9000, 1000] } }
  ],
  "disabledServe": { "select": 0 },
  "defaultServe": { ${mark('default')}"select": 2 },
  "variations": [{ "value": "a", "name": "a" }, { "value": "b", "name": "b" }, { "value": "c", "name": "c" }]
} }`;
};

const targetingName = 'checkout.targeting.json';
const testsName = 'checkout.targeting.test.json';

let server: ServerTrial;
let folder: CommandLineTrial;

afterEach(async () => {
  await server.stop();
  expect(server.logged).toEqual([]);
  folder.dispose();
});

interface Unsaved {
  /** The text on disk, if it differs. */
  readonly saved?: string;
  readonly title?: string;
}

/** Runs the action at the cursor. @returns the server's edit, its messages, and the document that it shows */
async function added(text: string, tests?: string, { saved, title: wanted = 'Add a test' }: Unsaved = {}) {
  const { text: targeting, range } = selectionIn(text);
  folder = commandLineTrial({
    [targetingName]: saved ?? targeting,
    ...(tests !== undefined && { [testsName]: tests }),
  });
  server = await serverTrial({
    folders: [folder.uri('')],
    capabilities: { window: { showDocument: { support: true } } },
  });
  let edit: WorkspaceEdit | undefined;
  const said: string[] = [];
  const shown: string[] = [];
  let selection: Range | undefined;
  server.connection.onRequest(ApplyWorkspaceEditRequest.type, (params) => {
    ({ edit } = params);
    return { applied: true };
  });
  server.connection.onRequest(ShowDocumentRequest.type, ({ uri, selection: chosen }) => {
    shown.push(uri);
    selection = chosen;
    return { success: true };
  });
  server.connection.onNotification(ShowMessageNotification.type, ({ message }) => void said.push(message));
  const uri = folder.uri(targetingName);
  await server.open(uri, targeting);
  const context = { diagnostics: [], only: ['refactor.rewrite'] };
  const params = { textDocument: { uri }, range, context };
  const actions = (await server.ask(CodeActionRequest.type, params)) ?? [];
  const titles = actions.map(({ title }) => title).filter((each) => each.startsWith('Add a test'));
  const action = actions.find(({ title }) => title.startsWith(wanted));
  const command = action?.command as Command;
  await server.ask(ExecuteCommandRequest.type, command);
  return {
    edit,
    said,
    titles,
    shown: shown.map((each) => each.slice(folder.uri('').length + 1)),
    title: action?.title,
    selection,
  };
}

async function result(edit: WorkspaceEdit | undefined, before = '') {
  const uri = folder.uri(testsName);
  const edits = edit?.changes?.[uri] ?? edit?.documentChanges?.flatMap((each) => ('edits' in each ? each.edits : []));
  const text = editsApplied(before, (edits ?? []) as Parameters<typeof editsApplied>[1]);
  folder.write(testsName, text);
  const { code, stdout } = await folder.run(['test']);
  return { text, code, stdout };
}

function textAt(text: string, range: Range | undefined): string | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  expect(start.line).toBe(end.line);
  return text.split('\n')[start.line]?.slice(start.character, end.character);
}

describe('a test for a rule', () => {
  it('has a user who reaches the rule, and is shown in a new file', async () => {
    const { edit, said, shown, title } = await added(marked('first'));
    expect([title, said, shown]).toEqual(['Add a test for this rule', [], [testsName]]);
    expect(edit?.documentChanges?.[0]).toEqual({ kind: 'create', uri: folder.uri(testsName) });
    const { text, code, stdout } = await result(edit);
    expect(JSON.parse(text)).toEqual({
      cases: [
        {
          name: 'Paris: city=Paris gets b',
          user: { attributes: { city: 'Paris' } },
          expect: { variation: 'b', rule: 'Paris' },
        },
      ],
    });
    expect(stdout).toContain('1 passed');
    expect(code).toBe(0);
  });

  it('passes for a rule with a split', async () => {
    const { edit } = await added(marked('split'));
    const { text, code } = await result(edit);
    expect(JSON.parse(text)).toMatchObject({
      cases: [{ user: { attributes: { age: '18' } }, expect: { variation: 'b', rule: 2 } }],
    });
    expect(code).toBe(0);
  });

  it('is shown after the existing tests, with its name selected', async () => {
    const before = '{\n\t"cases": [\n\t\t{ "name": "old", "user": {}, "expect": { "variation": "c" } }\n\t]\n}\n';
    const { edit, selection } = await added(marked('default'), before);
    const { text } = await result(edit, before);
    expect(textAt(text, selection)).toBe('default: anyone gets c');
  });

  it('is appended to existing tests in their layout', async () => {
    const before = '{\n\t"cases": [\n\t\t{ "user": {}, "expect": { "variation": "c" } }\n\t]\n}\n';
    const { edit, title } = await added(marked('default'), before);
    expect(title).toBe('Add a test for the default');
    const { text, code } = await result(edit, before);
    expect(text).toBe(
      before.replace(
        '} }\n',
        '} },\n\t\t{\n\t\t\t"name": "default: anyone gets c",\n\t\t\t"user": {\n\t\t\t\t"attributes": {}\n\t\t\t},\n\t\t\t"expect": { "variation": "c" }\n\t\t}\n',
      ),
    );
    expect(code).toBe(0);
  });

  it('is added to an empty list', async () => {
    const { edit } = await added(marked('first'), '{ "cases": [] }');
    expect((await result(edit, '{ "cases": [] }')).code).toBe(0);
  });

  it.each([
    ['no user comes there', marked('hidden'), undefined, 'No user was found who reaches this rule. There may be none.'],
    [
      'the tests are half typed',
      marked('first'),
      '{ "cases": [ { "user": ',
      `${testsName} is incomplete or has no list of cases. Fix it, then request the test again.`,
    ],
  ])('is not created if %s, and the server returns the reason', async (_, text, tests, reason) => {
    const { edit, said } = await added(text, tests);
    expect(said).toEqual([reason]);
    expect(edit).toBeUndefined();
  });
});

describe('a test for an unsaved change', () => {
  const title = 'Add a test for my last change';
  const saved = selectionIn(marked('first')).text;

  it('has a user who is affected by the change', async () => {
    const { edit, titles } = await added(marked('default').replace('"select": 2', '"select": 1'), undefined, {
      saved,
      title,
    });
    expect(titles).toEqual(['Add a test for the default', title]);
    folder.write(targetingName, saved.replace('"defaultServe": { "select": 2', '"defaultServe": { "select": 1'));
    const { text, code } = await result(edit);
    expect(JSON.parse(text)).toEqual({
      cases: [{ name: 'default: anyone gets b', user: { attributes: {} }, expect: { variation: 'b' } }],
    });
    expect(code).toBe(0);
    folder.write(targetingName, saved);
    expect((await folder.run(['test'])).code).toBe(1);
  });

  it('is not created if the change affects nobody, and the server returns the reason', async () => {
    const { edit, said } = await added(marked('first').replace('"name": "Paris"', '"name": "Lutetia"'), undefined, {
      saved,
      title,
    });
    expect([edit, said]).toEqual([undefined, ['No user was found who is affected by your change. There may be none.']]);
  });
});
