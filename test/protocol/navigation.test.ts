/** Tests each navigation request against the built server. */
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
/** This text is on one line, so that a column is enough to name a place. */
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

/** Opens a file, and returns the parameters of a request at the cursor in it. */
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

describe('in one file', () => {
  it('definition links the whole number of a serve to the variation', async () => {
    const server = await started();
    const at = await opened(server, 'dev/login.targeting.json', login, '"select":0|');
    expect(await server.ask(DefinitionRequest.type, at)).toEqual([
      {
        originSelectionRange: { start: { line: 0, character: 80 }, end: { line: 0, character: 81 } },
        targetUri: at.textDocument.uri,
        targetRange: span(login, '{"value":"v1","name":"old"}'),
        targetSelectionRange: span(login, '"old"'),
      },
    ]);
  });

  it('documentHighlight marks the variation as written and its serve as read', async () => {
    const server = await started();
    const at = await opened(server, 'dev/login.targeting.json', login, '"o|ld"');
    expect(await server.ask(DocumentHighlightRequest.type, at)).toEqual([
      { range: span(login, '"old"'), kind: 3 },
      { range: { start: { line: 0, character: 80 }, end: { line: 0, character: 81 } }, kind: 2 },
    ]);
  });

  it('rename at a serve changes the name of its variation', async () => {
    const server = await started();
    expect(server.initialized.capabilities.renameProvider).toEqual({ prepareProvider: true });
    const at = await opened(server, 'dev/login.targeting.json', login, '"select":|0');
    expect(await server.ask(PrepareRenameRequest.type, at)).toEqual({
      range: { start: { line: 0, character: 80 }, end: { line: 0, character: 81 } },
      placeholder: 'old',
    });
    expect(await server.ask(RenameRequest.type, { ...at, newName: 'the "new" one' })).toEqual({
      changes: { [at.textDocument.uri]: [{ range: span(login, 'old'), newText: 'the \\"new\\" one' }] },
    });
  });

  it('codeLens says who serves a variation, with the command of the client', async () => {
    const server = await started({ initializationOptions: { showReferencesCommand: 'show' } });
    const { textDocument } = await opened(server, 'dev/login.targeting.json', login, '|');
    const lenses = () => server.ask(CodeLensRequest.type, { textDocument });
    const shown = (title: string, character: number) => ({
      range: { start: { line: 0, character }, end: { line: 0, character: character + 1 } },
      command: { title, command: 'show', arguments: [textDocument.uri, { line: 0, character }] },
    });
    await expect.poll(lenses).toEqual([shown('required by checkout', 25), shown('served by default', 26)]);
  });

  it('codeLens is empty once the setting is off, and the editor is asked to refresh it', async () => {
    const server = await started();
    const { textDocument } = await opened(server, 'dev/login.targeting.json', login, '|');
    const lenses = () => server.ask(CodeLensRequest.type, { textDocument });
    await expect
      .poll(lenses)
      .toMatchObject([
        { command: { title: 'required by checkout', command: '' } },
        { command: { title: 'served by default', command: '' } },
      ]);
    const refreshed = new Promise<void>((resolve) => {
      server.connection.onRequest(CodeLensRefreshRequest.type, () => resolve());
    });
    await server.configure({ codeLens: { servedBy: false } });
    await refreshed;
    expect(await lenses()).toEqual([]);
  });

  it('documentSymbol is a tree, or a list for a client that does not support nested symbols', async () => {
    const server = await started();
    const { textDocument } = await opened(server, 'dev/login.targeting.json', login, '|');
    expect(await server.ask(DocumentSymbolRequest.type, { textDocument })).toMatchObject([
      { name: 'Variations', children: [{ name: '0 old', detail: '= "v1"' }] },
      { name: 'Default → old' },
    ]);
    const simple = await started({ capabilities: {} });
    await simple.open(textDocument.uri, login);
    expect(await simple.ask(DocumentSymbolRequest.type, { textDocument })).toMatchObject([
      { name: 'Variations' },
      { name: '0 old', containerName: 'Variations' },
      { name: 'Default → old', location: { uri: textDocument.uri } },
    ]);
  });

  it('foldingRange has at most as many ranges as the client accepts', async () => {
    const server = await started();
    const uri = folder.uri('dev/login.targeting.json');
    await server.open(uri, '{\n"content": {\n"rules": []\n}\n}');
    expect(await server.ask(FoldingRangeRequest.type, { textDocument: { uri } })).toEqual([
      { startLine: 0, endLine: 3 },
    ]);
  });

  it('selectionRange answers for each position', async () => {
    const server = await started();
    const { textDocument, position } = await opened(server, 'dev/login.targeting.json', login, '"o|ld"');
    expect(
      await server.ask(SelectionRangeRequest.type, { textDocument, positions: [position, position] }),
    ).toMatchObject([
      { range: span(login, 'old'), parent: { range: span(login, '"old"') } },
      { range: span(login, 'old') },
    ]);
  });

  it('documentSymbol, foldingRange and selectionRange are not offered to an editor that has its own', async () => {
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
  it('definition leads from a prerequisite to the file of its environment on disk', async () => {
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

  it('references of a variation include the prerequisites of files that are not open', async () => {
    const server = await started();
    const at = await opened(server, 'dev/login.targeting.json', login, '"v|1"');
    expect(await server.ask(ReferencesRequest.type, { ...at, context: { includeDeclaration: false } })).toEqual([
      { uri: at.textDocument.uri, range: { start: { line: 0, character: 80 }, end: { line: 0, character: 81 } } },
      { uri: folder.uri('dev/checkout.targeting.json'), range: span(checkout, '"v1"') },
    ]);
  });

  it('workspace/symbol finds toggles for a client that supports only one folder', async () => {
    const server = await testServer({ root: folder.uri('.') });
    const found = await server.ask(WorkspaceSymbolRequest.type, { query: 'log' });
    expect(found?.map(({ containerName }) => containerName).sort()).toEqual(['dev', 'online']);
  });

  it('workspace/symbol finds toggles of open files in a client without folders', async () => {
    folder.write('.git/HEAD', '');
    const server = await started({ folders: [] });
    await server.open(folder.uri('dev/checkout.targeting.json'), checkout);
    expect(await server.ask(WorkspaceSymbolRequest.type, { query: '' })).toMatchObject([
      { name: 'checkout', containerName: 'dev' },
    ]);
  });
});
