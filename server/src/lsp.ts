/**
 * What the server uses of the LSP library beside its types. In one file: of a CommonJS module, each file that imports it
 * copies all of its many names at the start.
 */
export {
  AbstractMessageWriter,
  CodeLensRefreshRequest,
  createConnection,
  DidChangeWatchedFilesNotification,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  WatchKind,
} from 'vscode-languageserver/node';
