/** The problems of a file as the editor would show them, as plain data. */
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
  /** Why a problem of it is one, line by line; undefined where nobody asks. */
  readonly why: ((claim: Claim) => readonly string[] | undefined) | undefined;
  /** Where the edits of its fixes are asked for: the keys of the other toggles that it may require. */
  readonly fixedWith: { readonly toggles: () => readonly string[] } | undefined;
}

export interface CheckedText {
  readonly problems: readonly ReportedProblem[];
  /** How many of them `--fix` would fix. */
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
