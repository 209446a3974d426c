/** The values of the LSP library for Node or a Web Worker. An import would copy all names of the library at startup. */
import type * as ofWorkers from 'vscode-languageserver/browser';
import type * as ofNode from 'vscode-languageserver/node';

export const isWorker = 'importScripts' in globalThis;

/** The library has one build for Node and another for browsers. Each build works only in its own environment. */
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
