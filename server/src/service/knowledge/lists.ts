/** The lists of a project that checks know: all its toggles and all its segments. */
import type { ServiceKnowledge, Target } from '../../core/protocol.js';
import type { Project } from '../http/project.js';
import type { Reading } from '../http/reading.js';

export type Lists = Omit<ServiceKnowledge, 'attributes' | 'age'>;

export async function readLists(
  { baseUrl, project: key }: Pick<Target, 'baseUrl' | 'project'>,
  project: Project,
): Promise<Reading<Lists>> {
  const [toggles, segments] = await Promise.all([project.toggles(), project.segments()]);
  if (toggles.kind === 'failed') return toggles;
  if (segments.kind === 'failed') return segments;
  return {
    kind: 'read',
    value: {
      ...{ baseUrl, project: key, toggles: toggles.value.items, segments: segments.value.items },
      ...{ hasAllToggles: toggles.value.hasAll, hasAllSegments: segments.value.hasAll },
    },
  };
}
