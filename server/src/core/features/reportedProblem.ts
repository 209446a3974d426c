/** A problem with the edits of its fixes as plain data, for programs and agents. Lines and columns count from 1. */
import type { Diagnostic, Range } from 'vscode-languageserver-types';
import type { Rating } from '../checks/rating.js';
import { shownAs } from '../checks/rating.js';
import type { ReportedFix, ReportedPlace, ReportedProblem } from '../protocol.js';
import { textEdits } from '../json/edit/edits.js';
import type { FixContext } from './actions/fixes.js';
import { fixOptionsOf, isOnlyAnswer } from './actions/fixes.js';
import type { OpenDocument } from './openDocument.js';

export type ShownSeverity = ReportedProblem['severity'];

export function reportedProblem(diagnostic: Diagnostic): ReportedProblem {
  const { code, codeDescription, message, range, relatedInformation = [], severity = 1, tags = [] } = diagnostic;
  return {
    code: String(code),
    severity: shownSeverities[severity - 1] ?? 'error',
    message: typeof message === 'string' ? message : message.value,
    help: codeDescription?.href,
    ...place(range),
    related: relatedInformation.map(({ location, message: text }) => ({
      uri: location.uri,
      ...place(location.range),
      message: text,
    })),
    tags: tags.map((tag) => tagNames[tag] ?? String(tag)),
  };
}

/** The fixes of each displayed problem, in the order of the problems; empty after the first hundred problems. */
export function fixesOfShown(
  document: Pick<OpenDocument, 'json' | 'problems'>,
  rating: Rating,
  toggles?: FixContext['toggles'],
): readonly (readonly ReportedFix[])[] {
  const shown = document.problems.filter((problem) => shownAs(problem, rating) !== undefined);
  return shown.map((problem, index) =>
    index >= MAX_WITH_FIXES
      ? []
      : fixOptionsOf(document, problem, toggles).map(({ title, edits }) => ({
          title,
          isOnlyAnswer: isOnlyAnswer(problem),
          edits: textEdits(document.json, edits).map(({ range, newText }) => ({ ...place(range), newText })),
        })),
  );
}

/** The severities in the order of LSP's numbers. */
export const shownSeverities: readonly ShownSeverity[] = ['error', 'warning', 'information', 'hint'];

/** The maximum number of problems with fixes. A fix may be as long as the file; programs can request more later. */
const MAX_WITH_FIXES = 100;

const tagNames: Readonly<Record<number, string>> = { 1: 'unnecessary', 2: 'deprecated' };

function place({ start, end }: Range): ReportedPlace {
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}
