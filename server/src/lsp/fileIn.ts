/** Where a toggle is in another environment. */
import { filesFor } from '../workspace/config/filesFor.js';
import { everyTargetOf } from '../workspace/config/targets.js';
import type { Project } from '../workspace/project.js';

/** The file of the same toggle in another environment; the file itself where its path names none. */
export function fileIn(environment: string, uri: string, project: Project): string {
  const found = project.config(uri);
  if (found === undefined) return uri;
  const targets = everyTargetOf(found.parsed, found.uri, uri);
  if (targets.kind !== 'found' || !targets.bound) return uri;
  const files = filesFor(found.parsed, found.uri, [targets.targets[0]?.toggle ?? '']);
  if (files.kind !== 'found') return uri;
  const [file] = files.environments.find(({ place }) => place.environment === environment)?.files ?? [];
  return file !== undefined && 'uri' in file ? file.uri : uri;
}
