/** Outlines targeting files in the client, which is faster: breadcrumbs show the first outline that is ready. */
import * as vscode from 'vscode';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { outline } from '../../../server/src/core/features/layout/documentSymbol.js';
import type { JsonDocument } from '../../../server/src/core/json/document.js';
import { parse } from '../../../server/src/core/json/document.js';
import { schemes, targetingFiles } from '../files/ours.js';
import { rangeOf } from '../files/ranges.js';

export function registerOutline(): vscode.Disposable {
  const selector = schemes().map((scheme) => ({ scheme, pattern: targetingFiles }));
  /** The parsed documents whose outline was requested, updated by each edit. */
  const read = new Map<vscode.TextDocument, JsonDocument>();
  const provideDocumentSymbols = (document: vscode.TextDocument) => {
    const json = read.get(document) ?? parse(document.getText());
    read.set(document, json);
    return json.length > MAX_OUTLINED_LENGTH ? [] : outline(json).map(symbolOf);
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(
      selector,
      { provideDocumentSymbols },
      { label: 'Toggle Targeting' },
    ),
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
const MAX_OUTLINED_LENGTH = 1024 * 1024;
