/** Files of a toggle in its config's environments. */
import { filesFor } from './config/filesFor.js';
import { everyTargetOf } from './config/targets.js';
import type { Project } from './project.js';

export interface EnvironmentFile {
  /** The environment's name in the config. */
  readonly environment: string;
  readonly toggle: string;
  readonly uri: string;
  /** An opaque key of the service's project, since projects have different segments. */
  readonly project: string;
}

/** Files in the order of the config; empty if the path names no environment, so that the file applies to all. */
export function environmentFiles(uri: string, project: Project): readonly EnvironmentFile[] {
  const found = project.config(uri);
  if (found === undefined) return [];
  const targets = everyTargetOf(found.parsed, found.uri, uri);
  if (targets.kind !== 'found' || !targets.bound) return [];
  const files = filesFor(found.parsed, found.uri, [targets.targets[0]?.toggle ?? '']);
  if (files.kind !== 'found') return [];
  return files.environments.flatMap(({ place: { environment, baseUrl, project }, files: [file] }) =>
    file !== undefined && 'uri' in file
      ? [{ environment, toggle: file.toggle, uri: file.uri, project: `${baseUrl} ${project}` }]
      : [],
  );
}

export function otherFiles(uri: string, project: Project): readonly EnvironmentFile[] {
  return environmentFiles(uri, project).filter((file) => file.uri !== uri);
}

/** The toggle's file in an environment; the file itself if its path names no environment. */
export function fileIn(environment: string, uri: string, project: Project): string {
  return environmentFiles(uri, project).find((file) => file.environment === environment)?.uri ?? uri;
}

/** Distinct pairs of files for two environments, including pairs in which one file is missing. */
export function filesInBoth(
  uris: Iterable<string>,
  [one, other]: readonly [one: string, other: string],
  project: Project,
): readonly (readonly [EnvironmentFile, EnvironmentFile])[] {
  const pairs = new Map<string, readonly [EnvironmentFile, EnvironmentFile]>();
  for (const uri of uris) {
    const files = environmentFiles(uri, project);
    const [first, second] = [one, other].map((name) => files.find(({ environment }) => environment === name));
    const isOfOne = [first, second].some((file) => file?.uri === uri);
    if (isOfOne && first !== undefined && second !== undefined) pairs.set(first.uri, [first, second]);
  }
  return [...pairs.values()];
}
