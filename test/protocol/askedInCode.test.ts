/** Tests what targeting files show about the code that calls their toggles. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApplyWorkspaceEditParams, ShowMessageRequestParams } from 'vscode-languageserver-protocol/node';
import {
  ApplyWorkspaceEditRequest,
  ShowDocumentRequest,
  ShowMessageRequest,
} from 'vscode-languageserver-protocol/node';
import type { CodeLens, CompletionItem, CompletionList, Location } from 'vscode-languageserver-types';
import { codeConfigsRequest, codePageRequest, offerCodeRequest } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';
import type { Folder } from '../support/folder.js';
import { temporaryFolder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { pulls } from '../support/languageServer.js';
import { targetingOf } from '../support/targetings.js';

const beta = { name: 'beta', conditions: [], serve: { split: [9_000, 1_000] } };
const targeting = (content: object = {}) =>
  targetingOf({ disabledServe: { select: 1 }, defaultServe: { select: 1 }, ...content });
const split = targeting({ rules: [beta] });
const config = JSON.stringify({
  ...{ baseUrl: 'https://a.b', project: 'P', files: '{environment}/{toggle}.targeting.json', code: {} },
  environments: { dev: {}, online: {} },
});
const cart = `import { FeatureProbe } from 'featureprobe-client-sdk-js';
const fp = new FeatureProbe({});
fp.boolValue('checkout', false);
fp.boolValue('old', false);
fp.boolValue(named(), false);
`;
const other = `import { FeatureProbe } from 'featureprobe-client-sdk-js';
// Once 'checkout' is gone
export const KEY = 'checkout';
fp.boolValue('checkout', true);
fp.numberValue(\`old_\${n}\`, 1);
`;
const files = {
  'targeting.config.json': config,
  'dev/checkout.targeting.json': split,
  'online/checkout.targeting.json': targeting(),
  'dev/old.targeting.json': targeting(),
  'online/old.targeting.json': targeting({ disabledServe: { select: 0 } }),
  'dev/forgotten.targeting.json': targeting(),
  'online/forgotten.targeting.json': targeting(),
  'dev/gone.targeting.json': targeting({ prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }] }),
  'src/cart.ts': cart,
  'src/other.ts': other,
  'src/nothing.ts': 'export const one = 1;\n',
};

const withLenses = {
  capabilities: { ...pulls, workspace: { ...pulls.workspace, codeLens: { refreshSupport: true } } },
  initializationOptions: { lenses: ['references'], showReferencesCommand: 'client.references' },
};

async function firstLens(server: ServerTrial, uri: string): Promise<CodeLens | undefined> {
  const request = server.request('textDocument/codeLens', { textDocument: { uri } });
  return ((await request.answered) as CodeLens[]).find(
    ({ range }) => range.start.line === 0 && range.end.line === 0 && range.end.character === 0,
  );
}

async function referencesAt(server: ServerTrial, uri: string, character: number): Promise<readonly string[]> {
  const position = { line: 0, character };
  const params = { textDocument: { uri }, position, context: { includeDeclaration: false } };
  const found = (await server.request('textDocument/references', params).answered) as Location[];
  return found.map((each) => `${each.uri.slice(each.uri.lastIndexOf('/') + 1)}:${each.range.start.line + 1}`);
}

async function opened(more: Readonly<Record<string, string>> = {}): Promise<readonly [ServerTrial, Folder]> {
  const [server, folder] = await startedWith({ ...files, ...more }, withLenses);
  for (const [path, text] of Object.entries({ ...files, ...more }))
    if (path.endsWith('.targeting.json')) await server.open(folder.uri(path), text);
  return [server, folder];
}

it('code outside of the workspace is read only while its folder is allowed', async () => {
  const outside = temporaryFolder();
  onTestFinished(() => {
    outside.dispose();
  });
  outside.write('secret.ts', cart);
  const include = [`../${basename(fileURLToPath(outside.uri('.')))}`, 'src'];
  const [server, folder] = await opened({ 'targeting.config.json': config.replace('{}', JSON.stringify({ include })) });
  const uri = folder.uri('dev/old.targeting.json');
  const found = () => referencesAt(server, uri, 0);
  expect(await found()).toEqual(['cart.ts:4']);
  const allow = (codeFolders: readonly string[]) =>
    server.connection.sendNotification('workspace/didChangeConfiguration', { settings: { codeFolders } });
  await allow([outside.uri('.')]);
  expect((await found()).toSorted()).toEqual(['cart.ts:4', 'secret.ts:4']);
  await allow([]);
  expect(await found()).toEqual(['cart.ts:4']);
});

it('a path of "include" without code has a problem until it has code', async () => {
  const include = ['src', 'shop/**', 'later'];
  const [server, folder] = await startedWith(files, { capabilities: {} });
  const uri = folder.uri('targeting.config.json');
  await server.open(uri, config.replace('"code":{}', `"code":${JSON.stringify({ include })}`));
  const messages = async () => (await server.shown(uri)).diagnostics.map(({ message }) => message);
  const inShop = 'No code files found in "shop/**".';
  expect(await messages()).toEqual([]);
  expect(await messages()).toEqual([inShop, 'No code files found in "later".']);
  // Waits for the search that is still under way.
  await server.ask(codePageRequest, { configUri: uri });
  folder.write('later/a.ts', '');
  server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uri('later/a.ts'), type: 1 }] });
  expect(await messages()).toEqual([inShop]);
});

it('"code" is offered once for a file that calls a toggle if the nearest config lacks "code"', async () => {
  const inFlags = config.replace(',"code":{}', '');
  const [server, folder] = await startedWith({
    ...{ '.git/HEAD': '', 'flags/targeting.config.json': inFlags, 'flags/dev/a.targeting.json': split },
    ...{ 'shop/.git/HEAD': '', 'shop/targeting.config.json': config, 'shop/dev/b.targeting.json': split },
  });
  const [questions, edits]: [ShowMessageRequestParams[], ApplyWorkspaceEditParams[]] = [[], []];
  server.connection.onRequest(ShowMessageRequest.type, (params) => {
    questions.push(params);
    return params.actions?.[0];
  });
  server.connection.onRequest(ApplyWorkspaceEditRequest.type, (params) => {
    edits.push(params);
    return { applied: true };
  });
  server.connection.onRequest(ShowDocumentRequest.type, () => ({ success: true }));
  const offer = (path: string, text = cart) => server.ask(offerCodeRequest, { uri: folder.uri(path), text });
  expect(await offer('src/cart.ts', '// A featureprobe')).toBe(false);
  expect(await offer('shop/src/cart.ts')).toBe(false);
  expect(await offer('src/cart.ts')).toBe(true);
  expect(await offer('src/cart.ts')).toBe(false);
  expect(questions.map(({ message }) => message)).toEqual([
    'Show toggles in code? This adds "code" to flags/targeting.config.json.',
  ]);
  expect(Object.values(edits[0]?.edit.changes ?? {})).toMatchObject([[{ newText: ',"code": {}' }]]);
});

describe('the lens above a targeting file', () => {
  it('shows the number of calling files after all code has been read', async () => {
    const [server, folder] = await opened();
    const uri = folder.uri('dev/checkout.targeting.json');
    let lens = await firstLens(server, uri);
    expect(lens).toBeUndefined();
    while (lens === undefined) {
      await server.lensesRefreshed();
      lens = await firstLens(server, uri);
    }
    expect(lens.command).toEqual({
      ...{ title: 'called in 2 files', command: 'client.references' },
      arguments: [uri, { line: 0, character: 0 }],
    });
    const all = (await server.request('textDocument/codeLens', { textDocument: { uri } }).answered) as CodeLens[];
    expect(all.find(({ command }) => command?.title === 'required by gone')?.command).toEqual({
      ...{ title: 'required by gone', command: 'client.references' },
      arguments: [uri, { line: 0, character: split.indexOf('[{"value":"false"') }],
    });
    const position = { line: 0, character: split.indexOf('"content"') + 1 };
    const hover = await server.request('textDocument/hover', { textDocument: { uri }, position }).answered;
    expect(JSON.stringify(hover)).toContain('called in 2 files');
    const forgotten = await firstLens(server, folder.uri('dev/forgotten.targeting.json'));
    expect(forgotten?.command).toEqual({
      title: 'no calls in 3 files; 1 call has a key that cannot be read',
      command: '',
    });
  });

  it('is missing if no config has "code"', async () => {
    const [server, folder] = await opened({ 'targeting.config.json': config.replace(',"code":{}', '') });
    const uri = folder.uri('dev/checkout.targeting.json');
    await server.ask(codeConfigsRequest, {});
    expect(await firstLens(server, uri)).toBeUndefined();
    expect(await referencesAt(server, uri, 0)).toEqual(['gone.targeting.json:1']);
  });
});

it('completion of a subject suggests attributes sent by code after another request has read that code', async () => {
  const [server, folder] = await opened({
    'src/user.ts': "import { FPUser } from 'featureprobe-client-sdk-js';\nnew FPUser().with('plan', plan);\n",
  });
  const uri = folder.uri('dev/checkout.targeting.json');
  const text = targeting({ rules: [{ ...beta, conditions: [{ type: 'string', subject: '' }] }] });
  server.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
  const proposed = async () => {
    const position = { line: 0, character: text.indexOf('"subject":""') + '"subject":"'.length };
    const request = server.request('textDocument/completion', { textDocument: { uri }, position });
    const found = (await request.answered) as CompletionItem[] | CompletionList;
    return (Array.isArray(found) ? found : found.items).map(({ label, detail }) => [label, detail]);
  };
  expect(await proposed()).toEqual([]);
  await referencesAt(server, uri, 0);
  expect(await proposed()).toEqual([['"plan"', 'sent by code']]);
});

it('references list prerequisites, calls and constants of the toggle before mentions', async () => {
  const [server, folder] = await opened();
  const uri = folder.uri('dev/checkout.targeting.json');
  expect(await referencesAt(server, uri, 0)).toEqual([
    ...['gone.targeting.json:1', 'cart.ts:3', 'other.ts:4', 'other.ts:3', 'other.ts:2'],
  ]);
});

it('the code page lists toggles that serve everyone the same value, with their value and calls', async () => {
  const [server, folder] = await opened();
  const configUri = folder.uri('targeting.config.json');
  expect(await server.ask(codeConfigsRequest, {})).toEqual([configUri]);
  const page = await server.ask(codePageRequest, { configUri });
  expect(page?.lines.join('\n')).toMatchInlineSnapshot(`
      "1 of 4 toggles gives everyone the same value forever and is still in code.

      old
        Keep on (true), as in dev, online.
        src/cart.ts:4  boolValue

      Could not be determined
        forgotten: no calls in 3 files; 1 call has a key that cannot be read

      Calls whose keys cannot be read
        src/cart.ts:5  boolValue(named)"
    `);
  expect(page?.toggles).toMatchInlineSnapshot(`
      [
        {
          "environments": [
            "dev",
            "online",
          ],
          "file": "dev/old.targeting.json",
          "keep": "on (true)",
          "key": "old",
          "places": [
            "src/cart.ts:4 boolValue",
          ],
        },
      ]
    `);
  expect(page?.links.map(({ line, uri, at }) => [line, uri.slice(folder.uri('').length), at?.line]))
    .toMatchInlineSnapshot(`
      [
        [
          2,
          "/dev/old.targeting.json",
          undefined,
        ],
        [
          4,
          "/src/cart.ts",
          3,
        ],
        [
          10,
          "/src/cart.ts",
          4,
        ],
      ]
    `);
});

describe('a deleted or renamed targeting file', () => {
  it('leads to a message that the toggle is still called, with the places of the calls', async () => {
    const [server, folder] = await opened();
    const uri = folder.uri('dev/checkout.targeting.json');
    await referencesAt(server, uri, 0);
    const asked = server.asked();
    server.notify('workspace/didDeleteFiles', { files: [{ uri }] });
    expect(await asked).toMatchObject({ message: 'checkout is still called in 2 files.' });
    const configUri = folder.uri('targeting.config.json');
    const page = await server.ask(codePageRequest, { configUri, toggle: 'checkout' });
    expect(page?.lines).toMatchInlineSnapshot(`
      [
        "checkout is still called in 2 files.",
        "",
        "src/cart.ts:3  boolValue",
        "src/other.ts:4  boolValue",
        "src/other.ts:3  constant KEY",
        "",
        "Mentions",
        "src/other.ts:2  in a comment",
      ]
    `);
  });

  it('leads to that message only if the key changes', async () => {
    const [server, folder] = await opened();
    await referencesAt(server, folder.uri('dev/checkout.targeting.json'), 0);
    const asked = server.asked();
    const [oldUri, other] = [folder.uri('dev/checkout.targeting.json'), folder.uri('online/checkout.targeting.json')];
    server.notify('workspace/didRenameFiles', { files: [{ oldUri, newUri: other }] });
    server.notify('workspace/didRenameFiles', {
      files: [{ oldUri: folder.uri('dev/old.targeting.json'), newUri: folder.uri('dev/older.targeting.json') }],
    });
    expect(await asked).toMatchObject({ message: 'old is still called in 1 file.' });
  });
});
