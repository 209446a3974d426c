/**
 * What the server uses of the LSP library beside its types. Not by import, which would copy all of its many names at the
 * start.
 */
import type * as library from 'vscode-languageserver/node';

export const {
  AbstractMessageWriter,
  CodeLensRefreshRequest,
  createConnection,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  Emitter,
  LSPErrorCodes,
  MessageType,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  WatchKind,
  // eslint-disable-next-line @typescript-eslint/no-require-imports
} = require('vscode-languageserver/node') as typeof library;

export type TextDocuments<T extends { uri: string }> = library.TextDocuments<T>;
