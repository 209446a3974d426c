/** Tests the navigation requests in the built server. */
import type { ClientCapabilities } from 'vscode-languageserver-protocol/node';
import {
  CodeLensRefreshRequest,
  CodeLensRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { lensNames } from '../../server/src/core/protocol/settings.js';
import { cursorIn } from '../support/cursor.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';

const able: ClientCapabilities = {
  textDocument: {
    definition: { linkSupport: true },
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { rangeLimit: 1 },
  },
  workspace: { workspaceFolders: true, codeLens: { refreshSupport: true } },
};
const config = JSON.stringify({
  baseUrl: 'https://toggles.example.com',
  project: 'P',
  environments: { dev: {}, online: {} },
  files: '{environment}/{toggle}.targeting.json',
});
/** On one line, so that a column identifies a place. */
const login = '{"content":{"variations":[{"value":"v1","name":"old"}],"defaultServe":{"select":0}}}';
const checkout = '{"content":{"prerequisites":[{"key":"login","value":"v1"}]}}';

let folder: Folder;

beforeEach(() => {
  folder = testFolder();
  folder.write('targeting.config.json', config);
  folder.write('dev/login.targeting.json', login);
  folder.write('online/login.targeting.json', login);
  folder.write('dev/checkout.targeting.json', checkout);
});

async function started(options: ServerTrialOptions = {}): Promise<ServerTrial> {
  return testServer({ capabilities: able, folders: [folder.uri('.')], ...options });
}

async function opened(server: ServerTrial, path: string, text: string, place: string) {
  const uri = folder.uri(path);
  const { position } = cursorIn(text.replace(place.replace('|', ''), place));
  await server.open(uri, text);
  return { textDocument: { uri }, position };
}

function span(text: string, part: string) {
  const start = text.indexOf(part);
  return { start: { line: 0, character: start }, end: { line: 0, character: start + part.length } };
}

const number = span(login, '0');

describe('in one file', () => {
  it('definition, highlight, rename and selection link a serve to its variation', async () => {
    const server = await started();
    const at = await opened(server, 'dev/login.targeting.json', login, '"select":0|');
    const { uri } = at.textDocument;
    expect(await server.ask(DefinitionRequest.type, at)).toEqual([
      {
        ...{ originSelectionRange: number, targetUri: uri, targetSelectionRange: span(login, '"old"') },
        targetRange: span(login, '{"value":"v1","name":"old"}'),
      },
    ]);
    expect(await server.ask(DocumentHighlightRequest.type, at)).toEqual([
      { range: span(login, '"old"'), kind: 3 },
      { range: number, kind: 2 },
    ]);
    expect(server.initialized.capabilities.renameProvider).toEqual({ prepareProvider: true });
    expect(await server.ask(PrepareRenameRequest.type, at)).toEqual({ range: number, placeholder: 'old' });
    expect(await server.ask(RenameRequest.type, { ...at, newName: 'the "new" one' })).toEqual({
      changes: { [uri]: [{ range: span(login, 'old'), newText: 'the \\"new\\" one' }] },
    });
    const positions = [span(login, 'old').start, number.start];
    expect(await server.ask(SelectionRangeRequest.type, { ...at, positions })).toMatchObject([
      { range: span(login, 'old'), parent: { range: span(login, '"old"') } },
      { range: number },
    ]);
    expect(await server.ask(DocumentSymbolRequest.type, at)).toMatchObject([
      { name: 'Variations', children: [{ name: '0 old', detail: '= "v1"' }] },
      { name: 'Default → old' },
    ]);
  });

  it("codeLens shows what requires the toggle, and uses the client's command", async () => {
    const server = await started({ initializationOptions: { lenses: lensNames, showReferencesCommand: 'show' } });
    const { textDocument } = await opened(server, 'dev/login.targeting.json', login, '|');
    const lenses = () => server.ask(CodeLensRequest.type, { textDocument });
    const shown = (title: string, character: number) => ({
      range: { start: { line: 0, character }, end: { line: 0, character: character + 1 } },
      command: { title, command: 'show', arguments: [textDocument.uri, { line: 0, character }] },
    });
    await expect.poll(lenses).toEqual([shown('required by checkout', 25)]);
  });

  it('codeLens is empty after it is turned off, and the editor is asked to refresh lenses', async () => {
    const server = await started({ initializationOptions: { lenses: ['references'] } });
    const { textDocument } = await opened(server, 'dev/login.targeting.json', login, '|');
    const lenses = () => server.ask(CodeLensRequest.type, { textDocument });
    await expect.poll(lenses).toMatchObject([{ command: { title: 'required by checkout', command: '' } }]);
    const refreshed = new Promise<void>((resolve) => {
      server.connection.onRequest(CodeLensRefreshRequest.type, () => resolve());
    });
    await server.configure({ lenses: [] });
    await refreshed;
    expect(await lenses()).toEqual([]);
  });

  it('foldingRange respects the range limit of the client', async () => {
    const server = await started();
    const uri = folder.uri('dev/login.targeting.json');
    await server.open(uri, '{\n"content": {\n"rules": []\n}\n}');
    expect(await server.ask(FoldingRangeRequest.type, { textDocument: { uri } })).toEqual([
      { startLine: 0, endLine: 3 },
    ]);
  });

  it('documentSymbol, foldingRange and selectionRange are not declared if the editor has its own', async () => {
    const editorReports = { symbols: true, foldingRanges: true, selectionRanges: true };
    const { capabilities } = (await started({ initializationOptions: { editorReports } })).initialized;
    expect(capabilities).not.toHaveProperty('documentSymbolProvider');
    expect(capabilities).not.toHaveProperty('foldingRangeProvider');
    expect(capabilities).not.toHaveProperty('selectionRangeProvider');
    expect(capabilities).toHaveProperty('definitionProvider', true);
  });

  it('definition, references and codeLens are null for a document that is not open', async () => {
    const { connection } = await started();
    const textDocument = { uri: folder.uri('dev/login.targeting.json') };
    const at = { textDocument, position: { line: 0, character: 0 } };
    expect(await connection.sendRequest(DefinitionRequest.type, at)).toBeNull();
    expect(
      await connection.sendRequest(ReferencesRequest.type, { ...at, context: { includeDeclaration: true } }),
    ).toBeNull();
    expect(await connection.sendRequest(CodeLensRequest.type, { textDocument })).toBeNull();
  });
});

describe('across files', () => {
  it('definition leads from a prerequisite to the required toggle in the same environment', async () => {
    const server = await started({ capabilities: {} });
    const at = await opened(server, 'dev/checkout.targeting.json', checkout, '"lo|gin"');
    const start = { line: 0, character: 0 };
    expect(await server.ask(DefinitionRequest.type, at)).toEqual([
      { uri: folder.uri('dev/login.targeting.json'), range: { start, end: start } },
    ]);
    const value = { ...at, position: span(checkout, '"v1"').end };
    expect(await server.ask(DefinitionRequest.type, value)).toEqual([
      { uri: folder.uri('dev/login.targeting.json'), range: span(login, '"v1"') },
    ]);
  });

  it('references of a variation include prerequisites in closed files', async () => {
    const server = await started();
    const at = await opened(server, 'dev/login.targeting.json', login, '"v|1"');
    expect(await server.ask(ReferencesRequest.type, { ...at, context: { includeDeclaration: false } })).toEqual([
      { uri: at.textDocument.uri, range: number },
      { uri: folder.uri('dev/checkout.targeting.json'), range: span(checkout, '"v1"') },
    ]);
  });

  it('workspace/symbol finds toggles for a client with a single root folder', async () => {
    const server = await testServer({ root: folder.uri('.') });
    const found = await server.ask(WorkspaceSymbolRequest.type, { query: 'log' });
    expect(found?.map(({ containerName }) => containerName).sort()).toEqual(['dev', 'online']);
  });

  it('workspace/symbol finds only toggles of open files if the client has no folders', async () => {
    folder.write('.git/HEAD', '');
    const server = await started({ folders: [] });
    await server.open(folder.uri('dev/checkout.targeting.json'), checkout);
    expect(await server.ask(WorkspaceSymbolRequest.type, { query: '' })).toMatchObject([
      { name: 'checkout', containerName: 'dev' },
    ]);
  });
});
