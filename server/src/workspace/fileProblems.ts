/** All problems of a closed file in its context, for the editor and the command line. */
import { schemaProblems, targetingProblems } from '../core/check-engine/problems.js';
import type { KnownService } from '../core/checks/check.js';
import type { DeadTargeting } from '../core/checks/deadTargeting.js';
import type { Problem } from '../core/checks/problem.js';
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { unreadableFile } from '../core/checks/text/unreadable.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_EVALUATED_LENGTH } from '../core/json/document.js';
import { searchDeadTargeting } from '../core/results/deadTargetingOf.js';
import { kindOf } from '../core/targeting/fileNames.js';
import type { EvaluationFacts, Project } from './project.js';

/** Facts from services for checks, in addition to the facts for evaluations. */
export interface CheckFacts extends EvaluationFacts {
  readonly services?: readonly KnownService[];
}

/** Open files get the same problems, updated rule by rule (core/features/openDocument.ts). */
export async function fileProblems(
  project: Project,
  uri: string,
  text: JsonDocument | Unreadable | undefined,
  { services, ...known }: CheckFacts = {},
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Problem[]> {
  if (text === undefined) return [];
  if ('unreadable' in text) return [unreadableFile(text)];
  const kind = kindOf(uri);
  if (kind === 'users' || kind === 'tests') await project.ready(uri);
  if (kind !== 'targeting') return schemaProblems(kind, text, project.beside(uri));
  const dead: DeadTargeting[] = [];
  // Larger files are skipped, since services do not accept them.
  if (text.length <= MAX_EVALUATED_LENGTH)
    for (const found of searchDeadTargeting(await project.evaluated(uri, text, known))) {
      dead.push(...found);
      await pause();
    }
  const around = {
    otherToggles: project.others(uri),
    policies: project.policies.of(uri),
    sdks: project.config(uri)?.parsed.sdks,
    ...(services && { services }),
  };
  return targetingProblems(text, around, dead);
}
