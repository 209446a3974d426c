/**
 * The fence that every handler stands in: what throws inside it is our mistake. It is logged with its stack, and the editor
 * gets the empty answer; only what is meant as an LSP error is one.
 */
import type { Connection } from 'vscode-languageserver';
import type { TextDocuments } from './lsp.js';
import { ResponseError } from './lsp.js';
import type { OpenDocument } from '../features/openDocument.js';

export interface Fences {
  readonly fenced: <T>(otherwise: T, work: () => T | Promise<T>) => Promise<T>;
  /** The same for an open document; of one that is not open, the empty answer. */
  readonly report: <T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>) => Promise<T>;
  /** The same; of one that is too large to be looked at, the empty answer as well. */
  readonly answer: <T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>) => Promise<T>;
  readonly logged: (error: unknown) => void;
}

export function fences(connection: Connection, documents: TextDocuments<OpenDocument>): Fences {
  return { fenced, report, answer, logged };

  async function fenced<T>(otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      logged(error);
      return otherwise;
    }
  }

  async function report<T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>): Promise<T> {
    return fenced(otherwise, () => {
      const open = documents.get(uri);
      return open === undefined ? otherwise : feature(open);
    });
  }

  async function answer<T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>): Promise<T> {
    return report(uri, otherwise, (open) => (open.isTooLarge ? otherwise : feature(open)));
  }

  function logged(error: unknown): void {
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
