/** Compares a toggle in two environments: the users whose value would change if one file replaced the other. */
import { t } from '../core/t.js';
import { notReadable } from '../core/checks/text/unreadable.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH } from '../core/json/document.js';
import type { Impact } from '../core/protocol.js';
import { obstacleOf } from '../core/results/tests/broken.js';
import { changesBetween } from '../core/results/impact/changesBetween.js';
import type { Evaluated } from '../core/results/evaluated.js';
import { differenceBetween } from '../core/results/impact/impactTogether.js';
import type { EnvironmentFile } from './environmentFiles.js';
import type { Project } from './project.js';

/** `obstacle`: the reason why the file cannot be compared. */
export type ToggleThere = EnvironmentFile &
  (
    | { readonly kind: 'unread'; readonly obstacle: string }
    | { readonly kind: 'broken'; readonly obstacle: string; readonly evaluated: Evaluated }
    | { readonly kind: 'read'; readonly evaluated: Evaluated }
  );

export type Compared =
  | { readonly kind: 'obstacle'; readonly there: ToggleThere; readonly obstacle: string }
  | { readonly kind: 'compared'; readonly impact: Impact; readonly differences: readonly string[] };

export async function toggleThere(
  file: EnvironmentFile,
  project: Project,
  evaluate: (uri: string, json: JsonDocument) => Promise<Evaluated>,
): Promise<ToggleThere> {
  const document = project.document(file.uri, MAX_TEXT_LENGTH);
  if (document === undefined)
    return { ...file, kind: 'unread', obstacle: t('There is no file in {0}.', file.environment) };
  if ('unreadable' in document) return { ...file, kind: 'unread', obstacle: notReadable(document) };
  const evaluated = await evaluate(file.uri, document);
  const obstacle = obstacleOf(evaluated);
  return obstacle === undefined
    ? { ...file, kind: 'read', evaluated }
    : { ...file, kind: 'broken', evaluated, obstacle };
}

export function compared(one: ToggleThere, other: ToggleThere, project: Project): Compared {
  if (other.kind !== 'read') return { kind: 'obstacle', there: other, obstacle: other.obstacle };
  if (one.kind !== 'read') return { kind: 'obstacle', there: one, obstacle: one.obstacle };
  const people = project.users(other.uri)?.all ?? [];
  const isOneProject = one.project === other.project;
  const impact = differenceBetween(one.evaluated, other.evaluated, people, isOneProject);
  // Advice on how to move fewer users (`churn`) applies only to changes.
  const changes = impact.changes.map((change) => ({ ...change, churn: undefined }));
  const differences = changesBetween(one.evaluated.json, other.evaluated.json);
  return { kind: 'compared', impact: { ...impact, changes }, differences };
}
