/**
 * The fence that every handler stands in: what throws inside it is our mistake. It is logged with its stack, and the editor
 * gets the empty answer; only what is meant as an LSP error is one.
 */
import type { CancellationToken, Connection, RequestType } from 'vscode-languageserver';
import type { TextDocuments } from './lsp.js';
import { ResponseError } from './lsp.js';
import type { CodeDocument } from './code/codeDocument.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import { Cancelled } from '../workspace/turns.js';

/** Parameters that name a document, as LSP's requests do and as ours do. */
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
      if (!(error instanceof Cancelled)) logged(error);
      return otherwise;
    }
  }

  /** A handler of requests about an open document; of one that is not open, the empty answer. */
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

  /** The same; of one that is too large to be looked at, the empty answer as well. */
  function answer<P extends OfDocument, T>(otherwise: T, feature: Feature<P, T>, inCode?: InCode<P, T>): Handler<P, T> {
    const small: Feature<P, T> = (open, ...rest) => (open.isTooLarge ? otherwise : feature(open, ...rest));
    return report(otherwise, small, inCode);
  }

  function onRequest<P, T>(type: RequestType<P, T, void>, otherwise: T, work: (params: P) => T | Promise<T>): void {
    connection.onRequest<unknown, unknown>(type.method, (params: P) => fenced(otherwise, () => work(params)));
  }

  /** A request of ours about an open document, as `answer`. */
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
