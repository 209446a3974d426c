/**
 * The part of the routing table that leads from place to place: which LSP message goes to which feature, each capability
 * beside its handler. All of it goes through the fence of server.ts.
 */
import type { Connection, FileSystemWatcher, InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import { CodeLensRefreshRequest, WatchKind } from './lsp.js';
import { targetingEnding } from '../targeting/fileNames.js';
import { codeLens } from '../features/codeLens.js';
import { definition, isDefinedElsewhere } from '../features/definition.js';
import { documentHighlight } from '../features/documentHighlight.js';
import { documentSymbol } from '../features/documentSymbol.js';
import { foldingRange } from '../features/foldingRange.js';
import { references } from '../features/references.js';
import { prepareRename, rename } from '../features/rename.js';
import { selectionRange } from '../features/selectionRange.js';
import { workspaceSymbol } from '../features/workspaceSymbol.js';
import type { Fences } from './fences.js';
import type { Settings } from './settings.js';
import type { WorkspaceFiles } from '../workspace/workspaceFiles.js';

export interface NavigationOptions extends Pick<Fences, 'answer' | 'fenced'> {
  readonly workspace: WorkspaceFiles;
  readonly settings: () => Settings;
  /** Folders of the workspace came or went. */
  readonly foldersChanged: () => void;
}

export interface Navigation {
  readonly capabilities: (params: InitializeParams) => ServerCapabilities;
  readonly initialized: () => void;
  readonly settingsChanged: (before: Settings) => void;
}

/** Folders as well: where one goes, editors tell of it alone and not of the files in it. */
export const targetingWatchers: FileSystemWatcher[] = [
  { globPattern: `**/*${targetingEnding}` },
  { globPattern: '**', kind: WatchKind.Create | WatchKind.Delete },
];

export function navigation(
  connection: Connection,
  { workspace, settings, foldersChanged, answer, fenced }: NavigationOptions,
): Navigation {
  let client: InitializeParams['capabilities'] = {};

  connection.onDefinition(({ textDocument: { uri }, position }) =>
    answer(uri, null, async (open) => {
      const toggles = isDefinedElsewhere(open, position) ? await workspace.ready() : workspace.toggles;
      return definition(open, position, { toggles, links: client.textDocument?.definition?.linkSupport === true });
    }),
  );
  connection.onReferences(({ textDocument: { uri }, position, context: { includeDeclaration } }) =>
    answer(uri, null, async (open) =>
      references(open, position, { toggles: await workspace.ready(), includeDeclaration }),
    ),
  );
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
    answer(uri, null, (open) => documentHighlight(open, position)),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    answer(uri, null, (open) => prepareRename(open, position) ?? null),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    answer(uri, null, (open) => rename(open, position, newName) ?? null),
  );
  connection.onCodeLens(({ textDocument: { uri } }) =>
    answer(uri, null, (open) => (settings().codeLens ? codeLens(open, settings().showReferencesCommand) : [])),
  );
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    answer(uri, null, (open) => {
      const { hierarchicalDocumentSymbolSupport: hierarchical = false } = client.textDocument?.documentSymbol ?? {};
      return documentSymbol(open, { hierarchical });
    }),
  );
  connection.onFoldingRanges(({ textDocument: { uri } }) =>
    answer(uri, null, (open) => foldingRange(open, client.textDocument?.foldingRange?.rangeLimit)),
  );
  connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
    answer(uri, null, (open) => selectionRange(open, positions)),
  );
  connection.onWorkspaceSymbol(({ query }) =>
    fenced(null, async () => workspaceSymbol(query, await workspace.ready())),
  );

  return {
    capabilities: (params) => {
      client = params.capabilities;
      workspace.foldersChanged({ added: foldersOf(params), removed: [] });
      const { symbols, foldingRanges, selectionRanges } = settings().editorHas;
      const prepares = client.textDocument?.rename?.prepareSupport === true;
      return {
        definitionProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: prepares ? { prepareProvider: true } : true,
        codeLensProvider: {},
        workspaceSymbolProvider: true,
        ...(!symbols && { documentSymbolProvider: true }),
        ...(!foldingRanges && { foldingRangeProvider: true }),
        ...(!selectionRanges && { selectionRangeProvider: true }),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      };
    },
    initialized: () => {
      if (client.workspace?.workspaceFolders !== true) return;
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        workspace.foldersChanged({ added: added.map(({ uri }) => uri), removed: removed.map(({ uri }) => uri) });
        foldersChanged();
      });
    },
    settingsChanged: (before) => {
      if (before.codeLens === settings().codeLens || client.workspace?.codeLens?.refreshSupport !== true) return;
      void fenced(undefined, () => connection.sendRequest(CodeLensRefreshRequest.type));
    },
  };
}

interface Folders {
  readonly workspaceFolders?: readonly { readonly uri: string }[] | null;
  /** Of clients from before there could be several. */
  readonly rootUri?: string | null;
}

function foldersOf({ workspaceFolders, rootUri }: Folders): readonly string[] {
  return workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
}
