/** textDocument/publishDiagnostics: problems as the editor shows them. */
import type { Diagnostic } from 'vscode-languageserver-types';
import { DiagnosticSeverity } from 'vscode-languageserver-types';
import type { ProblemCode } from '../problems/catalogue.js';
import { catalogue } from '../problems/catalogue.js';
import type { Problem, Severities, Severity } from '../problems/problem.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export interface DiagnosticOptions {
  readonly severities: Severities;
  /** Problems that the editor already reports itself. */
  readonly reportedByEditor: (problem: Problem) => boolean;
  /** The page that documents the codes; a code is its fragment. */
  readonly docs: string;
}

export const source = 'toggle-targeting';

const lspSeverity: Readonly<Record<Exclude<Severity, 'off'>, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function severityOf(code: ProblemCode, severities: Severities): Severity {
  return severities[code] ?? catalogue[code];
}

export function diagnostics(document: OpenDocument, options: DiagnosticOptions): Diagnostic[] {
  return document.problems.flatMap((problem): Diagnostic[] => {
    const severity = severityOf(problem.code, options.severities);
    if (severity === 'off' || options.reportedByEditor(problem)) return [];
    const related = problem.related.map((place) => ({
      location: { uri: document.uri, range: rangeOf(document, place) },
      message: place.message,
    }));
    return [
      {
        range: rangeOf(document, problem),
        severity: lspSeverity[severity],
        code: problem.code,
        codeDescription: { href: `${options.docs}#${problem.code}` },
        source,
        message: problem.message,
        ...(related.length > 0 && { relatedInformation: related }),
      },
    ];
  });
}
