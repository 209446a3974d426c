/** Outlines targeting files in the client, which is faster: breadcrumbs show the first outline that is ready. */
import * as vscode from 'vscode';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { outline, withReasons } from '../../../server/src/core/features/layout/documentSymbol.js';
import type { JsonDocument } from '../../../server/src/core/json/document.js';
import { parse } from '../../../server/src/core/json/document.js';
import { schemes, targetingFiles } from '../files/ours.js';
import { rangeOf } from '../files/ranges.js';

export function registerOutline(): vscode.Disposable {
  const selector = schemes().map((scheme) => ({ scheme, pattern: targetingFiles }));
  /** The parsed documents whose outline was requested, updated by each edit. */
  const read = new Map<vscode.TextDocument, JsonDocument>();
  const provideDocumentSymbols = (document: vscode.TextDocument): vscode.DocumentSymbol[] => {
    const json = read.get(document) ?? parse(document.getText());
    read.set(document, json);
    if (json.length > MAX_OUTLINED_LENGTH) return [];
    const problems = vscode.languages.getDiagnostics(document.uri).flatMap(({ code, range }) => {
      return typeof code === 'object' ? [{ code: String(code.value), range }] : [];
    });
    return withReasons(outline(json), json, problems).map(symbolOf);
  };
  const register = () =>
    vscode.languages.registerDocumentSymbolProvider(
      selector,
      { provideDocumentSymbols },
      { label: 'Toggle Targeting' },
    );
  let provider = register();
  return vscode.Disposable.from(
    { dispose: () => void provider.dispose() },
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (![...read.keys()].some(({ uri }) => uris.some((each) => each.toString() === uri.toString()))) return;
      // VS Code asks again only for a new provider.
      provider.dispose();
      provider = register();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const json = read.get(document);
      if (json !== undefined) read.set(document, json.edited(contentChanges));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => void read.delete(document)),
  );
}

function symbolOf(symbol: DocumentSymbol): vscode.DocumentSymbol {
  const { name, detail = '', kind, range, selectionRange, children = [] } = symbol;
  const own = new vscode.DocumentSymbol(
    name,
    detail,
    vscode.SymbolKind.Object,
    rangeOf(range),
    rangeOf(selectionRange),
  );
  // Symbol kinds start at 1 in LSP, and at 0 in VS Code.
  return Object.assign(own, { kind: kind - 1, children: children.map(symbolOf) });
}

/** The maximum length in characters. Parsing a longer text would delay typing. */
export const MAX_OUTLINED_LENGTH = 1024 * 1024;
