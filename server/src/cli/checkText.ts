/** The problems of a file that nobody has open, as the editor would show them. */
import { problemsOfText } from '../core/check-engine/problems.js';
import type { KnownService } from '../core/checks/check.js';
import { noServices } from '../core/checks/check.js';
import type { Rating } from '../core/checks/rating.js';
import { shownAs } from '../core/checks/rating.js';
import { isOnlyAnswer } from '../core/features/codeActions.js';
import type { DiagnosticOptions } from '../core/features/diagnostics.js';
import { diagnostics } from '../core/features/diagnostics.js';
import { OpenDocument } from '../core/features/openDocument.js';
import { kindOf } from '../core/targeting/fileNames.js';
import type { DeadTargeting } from '../core/checks/deadTargeting.js';
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import type { PoliciesOfFile } from '../core/targeting/policy.js';
import type { FilesBeside } from '../core/checks/filesBeside.js';
import { nothingKnown } from '../core/checks/filesBeside.js';
import type { ReportedProblem } from '../core/protocol.js';
import { fixesOfShown, reportedProblem } from '../core/features/reportedProblem.js';
import { parse } from '../core/json/document.js';

export interface CheckedFile {
  readonly uri: string;
  readonly text: string;
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
    text,
    otherToggles,
    services = noServices,
    policies,
    ruleAt,
    beside = nothingKnown,
    dead = [],
    fixedWith,
  }: CheckedFile,
  rating: Rating,
  docs: string,
): CheckedText {
  const problems =
    kindOf(uri) === 'targeting'
      ? problemsOfText(text, { otherToggles, services, policies }, dead)
      : OpenDocument.open(uri, 'json', 0, text, { beside: () => beside }).problems;
  const shown = diagnostics(
    { uri, problems },
    { rating, docs, reportedByEditor: () => false, ...(ruleAt && { ruleAt }) },
  );
  const fixes =
    fixedWith && problems.length > 0
      ? fixesOfShown({ json: parse(text), problems }, rating, fixedWith.toggles)
      : undefined;
  return {
    problems: shown.map((each, index) => ({ ...reportedProblem(each), ...(fixes && { fixes: fixes[index] ?? [] }) })),
    fixable: problems.filter((problem) => isOnlyAnswer(problem) && shownAs(problem, rating) !== undefined).length,
  };
}
