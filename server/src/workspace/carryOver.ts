/** Applies a file's change to the same toggle's files in other environments, and computes the impact in each file. */
import type { CarriedOver } from '../core/features/merge/carriedOver.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import { notReadable } from '../core/checks/text/unreadable.js';
import type { Impact } from '../core/protocol.js';
import { combinedImpact } from '../core/results/impact/impactTogether.js';
import type { BrokenRule } from '../core/checks/problem.js';
import type { Shown } from '../core/checks/rating.js';
import { ratingOfPush, shownAs } from '../core/checks/rating.js';
import { belongsToOtherEnvironments } from '../core/features/diagnostics.js';
import { ratingOf } from './config/rating.js';
import type { EvaluatedWith } from './dependents.js';
import { changingTogether } from './dependents.js';
import type { EnvironmentFile } from './environmentFiles.js';
import { fileProblems } from './fileProblems.js';
import { otherFiles } from './environmentFiles.js';
import type { Project } from './project.js';

export type Carried = EnvironmentFile &
  (
    | { readonly kind: 'missing' }
    | { readonly kind: 'unreadable'; readonly reason: string }
    /** At least one of the two files is invalid JSON. */
    | { readonly kind: 'not-merged' }
    | (CarriedOver & {
        readonly kind: 'carried';
        readonly document: JsonDocument;
        readonly impact: Impact;
        readonly disables: boolean;
        readonly broken: readonly BrokenThere[];
      })
  );

/** A rule of the organization that the changed file breaks. */
export interface BrokenThere {
  readonly severity: Shown['severity'];
  /** Line number, starting at 1. */
  readonly line: number;
  readonly message: string;
  readonly breaks: BrokenRule;
}

export interface ToCarry {
  readonly uri: string;
  /** Returns the changed text of another file; undefined if either file is invalid JSON. */
  readonly made: ((target: string) => CarriedOver | undefined) | undefined;
}

/** Evaluates changes in the same environment together. @returns for each change, a result per other environment */
export async function carryOver(
  project: Project,
  changes: readonly ToCarry[],
  evaluated: EvaluatedWith,
): Promise<readonly (readonly Carried[] | undefined)[]> {
  const found = changes.map(({ uri, made }) => made && otherFiles(uri, project).map((file) => madeIn(file, made)));
  const made = found.flatMap((each) => each ?? []).filter((each) => each.kind === 'made');
  const carried = new Map<string, Carried>();
  for (const place of new Set(made.map(placeOf))) {
    const those = made.filter((each) => placeOf(each) === place);
    const changed = those.map(({ document, text, ...file }) => ({ ...file, before: document.text, after: text }));
    const keys = changed.filter(({ before, after }) => before !== after).map(({ toggle }) => toggle);
    for (const [index, changing] of (await changingTogether(project, changed, [], evaluated)).entries())
      for (const each of those.slice(index, index + 1)) {
        const [now, then] = [changing.before.arrival.toggle, changing.after.arrival.toggle];
        const impact = combinedImpact(changing, keys, project.users(each.uri)?.all ?? []);
        const broken = await brokenBy(each.text, each, project);
        carried.set(each.uri, { ...each, kind: 'carried', impact, disables: now.isEnabled && !then.isEnabled, broken });
      }
  }
  return found.map((all) => all?.flatMap((each) => (each.kind === 'made' ? (carried.get(each.uri) ?? []) : each)));

  function madeIn(file: EnvironmentFile, made: NonNullable<ToCarry['made']>) {
    const document = project.document(file.uri, MAX_TEXT_LENGTH);
    if (document === undefined) return { ...file, kind: 'missing' } as const;
    if ('unreadable' in document) return { ...file, kind: 'unreadable', reason: notReadable(document) } as const;
    const change = made(document.text);
    if (change === undefined) return { ...file, kind: 'not-merged' } as const;
    return { ...file, ...change, kind: 'made', document } as const;
  }
}

function placeOf({ environment, project }: EnvironmentFile): string {
  return JSON.stringify([environment, project]);
}

async function brokenBy(
  text: string,
  { uri, environment }: EnvironmentFile,
  project: Project,
): Promise<readonly BrokenThere[]> {
  const rating = ratingOfPush(ratingOf(uri, project.config(uri)));
  const problems = await fileProblems(project, uri, parse(text));
  return problems.flatMap((problem) => {
    const { breaks, range } = problem;
    const shown = shownAs(problem, rating);
    if (breaks === undefined || shown === undefined || belongsToOtherEnvironments(problem, environment)) return [];
    return [{ severity: shown.severity, line: range.start.line + 1, message: shown.message, breaks }];
  });
}
