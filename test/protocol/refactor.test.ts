/** Tests refactorings as an editor sees them: with an edit, with an edit on resolve, or with a question. */
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { CodeActionRequest, CodeActionResolveRequest } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import type { VariationDeletion } from '../../server/src/core/protocol.js';
import { deleteVariationCommand } from '../../server/src/core/features/commandNames.js';
import { deleteVariationRequest } from '../../server/src/core/protocol.js';
import { editsApplied, selectionIn } from '../support/fixes.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const before = '{ "content": { "rules": [], "disabledServe": {"select":0}, "defaultServe": {"select":1}, $ } }';
const { text, range } = selectionIn(before.replace('$', '"variations": [{ "name": "a" }, {|}, { "name": "c" }]'));

let server: ServerTrial;

async function actions(): Promise<CodeAction[]> {
  const context = { diagnostics: [], only: ['refactor'] };
  return (await server.ask(CodeActionRequest.type, { textDocument: { uri }, range, context })) as CodeAction[];
}

const after = ({ edit }: Pick<CodeAction, 'edit'>) => edit && editsApplied(text, edit.changes?.[uri] ?? []);
const moved = before
  .replace('$', '"variations": [{}, { "name": "a" }, { "name": "c" }]')
  .replace('{"select":0}', '{"select":1}')
  .replace('t":1}, "v', 't":0}, "v');
const deleted = (instead: number) =>
  before
    .replace('$', '"variations": [{ "name": "a" }, { "name": "c" }]')
    .replace('{"select":1}', `{"select":${instead}}`);

it('an editor without special support gets each refactoring as an action with an edit', async () => {
  server = await testServer();
  expect(server.initialized.capabilities.codeActionProvider).toMatchObject({
    codeActionKinds: expect.arrayContaining(['refactor.move', 'refactor.rewrite']) as string[],
    resolveProvider: true,
  });
  await server.open(uri, text);
  const offered = await actions();
  expect(offered.map(({ title }) => title)).toEqual([
    'Move variation 1 up',
    'Move variation 1 down',
    'Insert variation before 1',
    'Delete variation 1, serve 0 · a instead',
    'Delete variation 1, serve 2 · c instead',
  ]);
  expect(offered.slice(0, 1).map(after)).toEqual([moved]);
  expect(offered.slice(3).map(after)).toEqual([deleted(0), deleted(1)]);
});

describe('an editor that resolves the edits of actions', () => {
  const capabilities = {
    textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } } },
  };

  it('gets the edit when it resolves an action', async () => {
    server = await testServer({ capabilities });
    await server.open(uri, text);
    const offered = await actions();
    expect(offered.filter(({ edit }) => edit !== undefined)).toEqual([]);
    const resolved = await Promise.all(offered.map((action) => server.ask(CodeActionResolveRequest.type, action)));
    expect([resolved[0], resolved[3], resolved[4]].map((action) => action && after(action))).toEqual([
      moved,
      deleted(0),
      deleted(1),
    ]);
  });

  it('gets no edit for a changed text, or for an action of another server', async () => {
    server = await testServer({ capabilities });
    await server.open(uri, text);
    const [first] = await actions();
    if (first === undefined) throw new Error('Nothing is offered.');
    await server.change(uri, 2, [{ text: `${text} ` }]);
    for (const action of [first, { title: 'x' }, { title: 'x', data: { uri, version: 2, range, nth: 99 } }])
      expect(await server.ask(CodeActionResolveRequest.type, action)).toEqual(action);
  });
});

describe('an editor that can ask the user for a replacement', () => {
  const ask = (params: { version?: number; index?: number; instead?: number } = {}): Promise<VariationDeletion> =>
    server.ask(deleteVariationRequest, { uri, version: 1, index: 1, ...params });

  it('gets the command, the replacements and the edit', async () => {
    server = await testServer({ initializationOptions: { clientCommands: [deleteVariationCommand] } });
    await server.open(uri, text);
    const { command } = (await actions()).at(-1) ?? {};
    expect(command).toEqual({
      title: 'Delete variation 1…',
      command: 'toggleTargeting.deleteVariation',
      arguments: [{ uri, version: 1, index: 1 }],
    });
    expect(await ask()).toEqual({
      kind: 'asks',
      variation: '1',
      replacements: [
        { index: 0, label: '0 · a' },
        { index: 2, label: '2 · c' },
      ],
    });
    expect(await ask({ instead: 1 })).toMatchObject({ kind: 'asks' });
    expect(await ask({ instead: 3 })).toMatchObject({ kind: 'asks' });
    const answer = await ask({ instead: 2 });
    expect(answer.kind === 'ready' && after(answer)).toBe(deleted(1));
  });

  it('gets "changed" if the file has changed in the meantime', async () => {
    server = await testServer();
    expect(await ask()).toEqual({ kind: 'changed' });
    await server.open(uri, text);
    expect(await ask({ index: 3 })).toEqual({ kind: 'changed' });
    await server.change(uri, 2, [{ text: `${text},` }]);
    expect(await ask()).toEqual({ kind: 'changed' });
    expect(await ask({ version: 2 })).toEqual({ kind: 'changed' });
    await server.change(uri, 3, [{ text }]);
    expect(await ask()).toEqual({ kind: 'changed' });
    expect(await ask({ version: 3 })).toMatchObject({ kind: 'asks' });
  });

  it('gets no command after its list of commands becomes invalid', async () => {
    server = await testServer({ initializationOptions: { clientCommands: [deleteVariationCommand] } });
    await server.open(uri, text);
    await server.configure({ clientCommands: 'all' });
    expect((await actions()).filter(({ command }) => command !== undefined)).toEqual([]);
  });
});
