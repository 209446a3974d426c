/** Wraps handlers: an unexpected error is a bug of ours, so it is logged, and the client receives an empty response. */
import type { CancellationToken, Connection, RequestType } from 'vscode-languageserver';
import type { TextDocuments } from './lsp.js';
import { ResponseError } from './lsp.js';
import type { CodeDocument } from './code/codeDocument.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import { Canceled } from '../workspace/turns.js';

/** The parameters of a request about a document, in LSP or in our own protocol. */
type OfDocument = { readonly textDocument: { readonly uri: string } } | { readonly uri: string };

type Handler<P, T> = (params: P, token: CancellationToken) => Promise<T>;
type Feature<P, T, D = OpenDocument> = (document: D, params: P, token: CancellationToken) => T | Promise<T>;
type InCode<P, T> = Feature<P, T, CodeDocument>;

export function fences(
  connection: Connection,
  documents: TextDocuments<OpenDocument>,
  codeDocuments: ReadonlyMap<string, CodeDocument>,
) {
  return { fenced, report, answer, onRequest, onDocument, logged };

  async function fenced<T>(otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      if (!(error instanceof Canceled)) logged(error);
      return otherwise;
    }
  }

  /** Wraps a handler for open documents. Returns `otherwise` if the document is not open. */
  function report<P extends OfDocument, T>(otherwise: T, feature: Feature<P, T>, inCode?: InCode<P, T>): Handler<P, T> {
    return (params, token) =>
      fenced(otherwise, () => {
        const uri = 'uri' in params ? params.uri : params.textDocument.uri;
        const code = codeDocuments.get(uri);
        if (code !== undefined && inCode !== undefined) return inCode(code, params, token);
        const open = documents.get(uri);
        return open === undefined ? otherwise : feature(open, params, token);
      });
  }

  /** Like `report`, but also returns `otherwise` for a document that is too large. */
  function answer<P extends OfDocument, T>(otherwise: T, feature: Feature<P, T>, inCode?: InCode<P, T>): Handler<P, T> {
    const small: Feature<P, T> = (open, ...rest) => (open.isTooLarge ? otherwise : feature(open, ...rest));
    return report(otherwise, small, inCode);
  }

  function onRequest<P, T>(type: RequestType<P, T, void>, otherwise: T, work: (params: P) => T | Promise<T>): void {
    connection.onRequest<unknown, unknown>(type.method, (params: P) => fenced(otherwise, () => work(params)));
  }

  function onDocument<P extends OfDocument, T>(
    type: RequestType<P, T, void>,
    otherwise: T,
    feature: Feature<P, T>,
  ): void {
    connection.onRequest<unknown, unknown>(type.method, answer(otherwise, feature));
  }

  function logged(error: unknown): void {
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
