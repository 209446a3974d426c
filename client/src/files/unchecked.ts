/** Shows a problem in each of our files while the language server is stopped, so that no file looks checked. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isConfig, isTargetingFile } from './ours.js';

export class Unchecked {
  readonly #problems = vscode.languages.createDiagnosticCollection('toggle-targeting-unchecked');
  readonly #opening = vscode.workspace.onDidOpenTextDocument(() => this.refresh());

  constructor(private readonly server: Pick<LanguageServer, 'isGivenUp'>) {}

  /** Shows the problem in open files and in files with problems. Must run before the server's problems disappear. */
  refresh(): void {
    if (!this.server.isGivenUp()) {
      this.#problems.clear();
      return;
    }
    const withProblems = vscode.languages.getDiagnostics().flatMap(([uri, all]) => (all.length > 0 ? [uri] : []));
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
    for (const uri of [...withProblems, ...open])
      if (isTargetingFile({ uri }) || isConfig({ uri })) this.#problems.set(uri, [problem()]);
  }

  dispose(): void {
    this.#problems.dispose();
    this.#opening.dispose();
  }
}

function problem(): vscode.Diagnostic {
  const message = t('Not checked: the language server has stopped. To restart it, run "Troubleshoot…".');
  const found = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message, vscode.DiagnosticSeverity.Warning);
  found.source = 'toggle-targeting';
  return found;
}
