/** The problems of a file that nobody has open, as the editor would show them. */
import type { Diagnostic } from 'vscode-languageserver-types';
import { diagnostics } from '../features/diagnostics.js';
import { isOnlyAnswer } from '../features/codeActions.js';
import { kindOf, OpenDocument } from '../features/openDocument.js';
import type { Problem } from '../checks/problem.js';
import type { Rating } from '../checks/rating.js';
import { rated } from '../checks/rating.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import { problemsOfText } from '../check-engine/problems.js';

export interface CheckedFile {
  readonly uri: string;
  /** Undefined where the file has nothing to do with others. */
  readonly others: OtherToggles | undefined;
}

export interface CheckedText {
  readonly diagnostics: readonly Diagnostic[];
  /** How many of them `--fix` would fix. */
  readonly fixable: number;
}

export function checkedText({ uri, others }: CheckedFile, text: string, rating: Rating, docs: string): CheckedText {
  const problems = problemsIn(uri, text, others);
  if (problems.length === 0) return { diagnostics: [], fixable: 0 };
  const isFixable = (problem: Problem) => isOnlyAnswer(problem) && rated(problem, rating).severity !== 'off';
  return {
    diagnostics: diagnostics({ uri, problems }, { rating, docs, reportedByEditor: () => false }),
    fixable: problems.filter(isFixable).length,
  };
}

function problemsIn(uri: string, text: string, others: OtherToggles | undefined): readonly Problem[] {
  return kindOf(uri) === 'config'
    ? OpenDocument.open(uri, 'json', 0, text).problems
    : problemsOfText(text, { otherToggles: others });
}
