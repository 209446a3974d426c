/**
 * The language server: a table of what it can do, in LSP's own names. Each capability registers its handlers and declares
 * itself (capabilities/), once the client has said what it can do (session.ts).
 */
import type { Connection, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import type { Capability } from './capability.js';
import { checkRequests } from './capabilities/check.js';
import { codeActionProvider } from './capabilities/codeActions.js';
import { codeLensProvider } from './capabilities/codeLens.js';
import { completionProvider } from './capabilities/completion.js';
import { configuration } from './capabilities/configuration.js';
import { definitionProvider } from './capabilities/definition.js';
import { deleteVariationRequests } from './capabilities/deleteVariation.js';
import { diagnosticProvider } from './capabilities/diagnostics.js';
import { documentHighlightProvider } from './capabilities/documentHighlight.js';
import { documentSymbolProvider } from './capabilities/documentSymbol.js';
import { filesForRequests } from './capabilities/filesFor.js';
import { foldingRangeProvider } from './capabilities/foldingRange.js';
import { hoverProvider } from './capabilities/hover.js';
import { inlayHintProvider } from './capabilities/inlayHints.js';
import { payloadRequests } from './capabilities/payload.js';
import { pullRequests } from './capabilities/pull.js';
import { referencesProvider } from './capabilities/references.js';
import { renameProvider } from './capabilities/rename.js';
import { selectionRangeProvider } from './capabilities/selectionRange.js';
import { serviceKnowledge } from './capabilities/serviceKnowledge.js';
import { targetsRequests } from './capabilities/targets.js';
import { textDocumentSync } from './capabilities/textDocumentSync.js';
import { watchedFiles } from './capabilities/watchedFiles.js';
import { workspaceDiagnostics } from './capabilities/workspaceDiagnostics.js';
import { workspaceFolders } from './capabilities/workspaceFolders.js';
import { workspaceSymbolProvider } from './capabilities/workspaceSymbol.js';
import type { ServerOptions } from './session.js';
import { sessionOf } from './session.js';

/** Those that hear of a change come in this order. */
const capabilities: readonly Capability[] = [
  textDocumentSync,
  watchedFiles,
  workspaceFolders,
  configuration,

  workspaceDiagnostics,
  diagnosticProvider,
  codeActionProvider,

  completionProvider,
  hoverProvider,
  inlayHintProvider,
  codeLensProvider,

  definitionProvider,
  referencesProvider,
  documentHighlightProvider,
  renameProvider,
  documentSymbolProvider,
  workspaceSymbolProvider,
  foldingRangeProvider,
  selectionRangeProvider,

  // Those of our own protocol (protocol.ts).
  checkRequests,
  payloadRequests,
  pullRequests,
  targetsRequests,
  filesForRequests,
  deleteVariationRequests,
  serviceKnowledge,
];

export function startServer(connection: Connection, options: ServerOptions): void {
  connection.onInitialize((params): InitializeResult => {
    options.speak(params.locale);
    const session = sessionOf(connection, options, params);
    return {
      serverInfo: { name: 'toggle-targeting', version: options.version },
      capabilities: capabilities.reduce<ServerCapabilities>((all, add) => ({ ...all, ...add(session) }), {}),
    };
  });
  connection.listen();
}
