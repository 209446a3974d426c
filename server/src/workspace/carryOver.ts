/** What the change of a file does if it is made in the files of the same toggle in other environments, too. */
import type { CarriedOver } from '../core/features/merge/carriedOver.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH } from '../core/json/document.js';
import { notReadable } from '../core/checks/unreadable.js';
import type { Impact } from '../core/protocol.js';
import { impactTogether } from '../core/results/impactTogether.js';
import { problemsOfText } from '../core/check-engine/problems.js';
import type { BrokenRule } from '../core/checks/problem.js';
import type { Shown } from '../core/checks/rating.js';
import { ratingOfPush, shownAs } from '../core/checks/rating.js';
import { isOfOthers } from '../core/features/diagnostics.js';
import { ratingOf } from './config/rating.js';
import type { EvaluatedWith } from './dependents.js';
import { changingTogether } from './dependents.js';
import type { EnvironmentFile } from './environmentFiles.js';
import { otherFiles } from './environmentFiles.js';
import type { Project } from './project.js';

export type Carried = EnvironmentFile &
  (
    | { readonly kind: 'missing' }
    | { readonly kind: 'unreadable'; readonly reason: string }
    /** One of both files is not right JSON. */
    | { readonly kind: 'not-merged' }
    | (CarriedOver & {
        readonly kind: 'carried';
        /** As the file is now. */
        readonly document: JsonDocument;
        readonly impact: Impact;
        /** The change disables the toggle there. */
        readonly disables: boolean;
        readonly broken: readonly BrokenThere[];
      })
  );

/** A rule of the organisation that the changed file breaks. */
export interface BrokenThere {
  readonly severity: Shown['severity'];
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly breaks: BrokenRule;
}

/** What becomes of the text of another file; undefined where one of both files is not right JSON. */
export type Made = (target: string) => CarriedOver | undefined;

/** @returns one for each environment but that of the file itself */
export async function carryOver(
  project: Project,
  uri: string,
  made: Made,
  evaluated: EvaluatedWith,
): Promise<readonly Carried[]> {
  return Promise.all(otherFiles(uri, project).map(carried));

  async function carried(file: EnvironmentFile): Promise<Carried> {
    const document = project.document(file.uri, MAX_TEXT_LENGTH);
    if (document === undefined) return { ...file, kind: 'missing' };
    if ('unreadable' in document) return { ...file, kind: 'unreadable', reason: notReadable(document) };
    const change = made(document.text);
    if (change === undefined) return { ...file, kind: 'not-merged' };
    const { uri: there, toggle } = file;
    const changed = [{ uri: there, toggle, before: document.text, after: change.text }];
    const [changing] = await changingTogether(project, changed, [], evaluated);
    if (changing === undefined) throw new Error('There is an answer for each change.');
    const [now, then] = [changing.before.arrival.toggle, changing.after.arrival.toggle];
    return {
      ...{ ...file, ...change, kind: 'carried', document },
      impact: impactTogether(changing, [toggle], project.users(there)?.all ?? []),
      disables: now.isEnabled && !then.isEnabled,
      broken: brokenBy(change.text, file, project),
    };
  }
}

function brokenBy(text: string, { uri, environment }: EnvironmentFile, project: Project): readonly BrokenThere[] {
  const policies = project.policies.of(uri);
  if (policies === undefined) return [];
  const rating = ratingOfPush(ratingOf(uri, project.config(uri)));
  return problemsOfText(text, { policies }).flatMap((problem) => {
    const { breaks, range } = problem;
    const shown = shownAs(problem, rating);
    if (breaks === undefined || shown === undefined || isOfOthers(problem, environment)) return [];
    return [{ severity: shown.severity, line: range.start.line + 1, message: shown.message, breaks }];
  });
}
