/** Converts the problems of a file to plain data, with the content that the editor would show. */
import type { Claim } from '../../core/analysis/dead/certificate.js';
import type { Rating } from '../../core/checks/rating.js';
import { shownAs } from '../../core/checks/rating.js';
import { isOnlyAnswer } from '../../core/features/actions/fixes.js';
import type { FindRule } from '../../core/features/diagnostics.js';
import { diagnostics } from '../../core/features/diagnostics.js';
import type { JsonDocument } from '../../core/json/document.js';
import type { Problem } from '../../core/checks/problem.js';
import type { ReportedProblem } from '../../core/protocol.js';
import { fixesOfShown, reportedProblem } from '../../core/features/reportedProblem.js';

export interface CheckedFile {
  readonly uri: string;
  readonly file: JsonDocument;
  readonly problems: readonly Problem[];
  readonly ruleAt: FindRule;
  /** Explains a problem line by line. Present with `--explain`. */
  readonly why: ((claim: Claim) => readonly string[] | undefined) | undefined;
  /** The keys of toggles that the file may require; undefined if fixes are not reported. */
  readonly fixedWith: { readonly toggles: () => readonly string[] } | undefined;
}

export interface CheckedText {
  readonly problems: readonly ReportedProblem[];
  /** The number of problems that `--fix` would fix. */
  readonly fixable: number;
}

export function checkedText(
  { uri, file, problems, ruleAt, why, fixedWith }: CheckedFile,
  rating: Rating,
  docs: string,
): CheckedText {
  const shown = diagnostics({ uri, problems }, { rating, docs, reportedByEditor: () => false, ruleAt });
  const fixes =
    fixedWith && problems.length > 0 ? fixesOfShown({ json: file, problems }, rating, fixedWith.toggles) : undefined;
  const claims = problems.flatMap((problem) => (shownAs(problem, rating) === undefined ? [] : [problem.claim]));
  const whyOf = (claim: Claim | undefined) => claim && why?.(claim);
  return {
    problems: shown.map((each, index) => {
      const lines = whyOf(claims[index]);
      return {
        ...reportedProblem(each),
        ...(fixes && { fixes: fixes[index] ?? [] }),
        ...(lines?.length && { why: lines }),
      };
    }),
    fixable: problems.filter((problem) => isOnlyAnswer(problem) && shownAs(problem, rating) !== undefined).length,
  };
}
