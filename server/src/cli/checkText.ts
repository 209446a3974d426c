/** The problems of a file that nobody has open, as the editor would show them. */
import type { Claim } from '../core/analysis/certificate.js';
import { targetingProblems } from '../core/check-engine/problems.js';
import type { KnownService } from '../core/checks/check.js';
import { noServices } from '../core/checks/check.js';
import type { Rating } from '../core/checks/rating.js';
import { shownAs } from '../core/checks/rating.js';
import { isOnlyAnswer } from '../core/features/codeActions.js';
import type { DiagnosticOptions } from '../core/features/diagnostics.js';
import { diagnostics } from '../core/features/diagnostics.js';
import { OpenDocument } from '../core/features/openDocument.js';
import { kindOf } from '../core/targeting/fileNames.js';
import type { JsonDocument } from '../core/json/document.js';
import type { DeadTargeting } from '../core/checks/deadTargeting.js';
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import type { PoliciesOfFile } from '../core/targeting/policy.js';
import type { FilesBeside } from '../core/checks/filesBeside.js';
import { nothingKnown } from '../core/checks/filesBeside.js';
import type { ReportedProblem } from '../core/protocol.js';
import { fixesOfShown, reportedProblem } from '../core/features/reportedProblem.js';

export interface CheckedFile {
  readonly uri: string;
  readonly file: JsonDocument;
  /** Undefined where the file has nothing to do with others. */
  readonly otherToggles?: OtherToggles | undefined;
  /** What the services of its environments tell. */
  readonly services?: readonly KnownService[];
  readonly policies?: PoliciesOfFile | undefined;
  readonly ruleAt?: DiagnosticOptions['ruleAt'];
  /** Of users and tests. */
  readonly beside?: FilesBeside | undefined;
  /** Of a targeting file. */
  readonly dead?: readonly DeadTargeting[];
  /** Why a problem of it is one, line by line; undefined where nobody asks. */
  readonly why?: (claim: Claim) => readonly string[] | undefined;
  /** Where the edits of its fixes are asked for: the keys of the other toggles that it may require. */
  readonly fixedWith?: { readonly toggles: () => readonly string[] } | undefined;
}

export interface CheckedText {
  readonly problems: readonly ReportedProblem[];
  /** How many of them `--fix` would fix. */
  readonly fixable: number;
}

export function checkedText(
  {
    uri,
    file,
    otherToggles,
    services = noServices,
    policies,
    ruleAt,
    beside = nothingKnown,
    dead = [],
    why,
    fixedWith,
  }: CheckedFile,
  rating: Rating,
  docs: string,
): CheckedText {
  const problems =
    kindOf(uri) === 'targeting'
      ? targetingProblems(file, { otherToggles, services, policies }, dead)
      : OpenDocument.open(uri, 'json', 0, file.text, { beside: () => beside }).problems;
  const shown = diagnostics(
    { uri, problems },
    { rating, docs, reportedByEditor: () => false, ...(ruleAt && { ruleAt }) },
  );
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
