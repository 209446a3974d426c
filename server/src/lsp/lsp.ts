/**
 * What the server uses of the LSP library beside its types, of which there is one for Node and one for a Web Worker. Not by
 * import, which would copy all of its many names at the start.
 */
import type * as ofWorkers from 'vscode-languageserver/browser';
import type * as ofNode from 'vscode-languageserver/node';

/** What runs is a Web Worker, of an editor in a browser. */
export const isWorker = 'importScripts' in globalThis;

/** What only a worker has, and what only Node has, is asked for there alone. */
const library = isWorker
  ? // eslint-disable-next-line @typescript-eslint/no-require-imports
    (require('vscode-languageserver/browser') as typeof ofNode & typeof ofWorkers)
  : // eslint-disable-next-line @typescript-eslint/no-require-imports
    (require('vscode-languageserver/node') as typeof ofNode & typeof ofWorkers);

export const {
  AbstractMessageWriter,
  BrowserMessageReader,
  BrowserMessageWriter,
  BulkRegistration,
  CodeActionRequest,
  CodeLensRefreshRequest,
  CompletionRequest,
  createConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  Emitter,
  HoverRequest,
  MessageType,
  ProposedFeatures,
  ReferencesRequest,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  WatchKind,
} = library;

export type TextDocuments<T extends { uri: string }> = ofNode.TextDocuments<T>;
