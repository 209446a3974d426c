/** Files of a toggle in its config's environments. */
import { getOrCreate } from '../core/json/madeOnce.js';
import type { ToggleFiles } from '../core/protocol.js';
import type { Toggles } from '../core/targeting/toggles.js';
import { filesFor } from './config/filesFor.js';
import { matchFiles, relativePath, targetsOf } from './config/targets.js';
import { requiredByAll } from './dependents.js';
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
  const targets = targetsOf(found.parsed, found.uri, uri, true);
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

/** Distinct pairs of files for two environments, including pairs in which one file does not exist. */
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

/** Groups all known files by config and toggle, whatever the layout of the files. */
export function toggleFiles(project: Project, toggles: Toggles): readonly ToggleFiles[] {
  const requiredBy = requiredByAll(toggles);
  const groups = new Map<string, { readonly toggle: string; readonly files: ToggleFiles['files'][number][] }>();
  for (const { uri } of toggles.files()) {
    const { uri: configUri = '', parsed } = project.config(uri) ?? {};
    const match = parsed?.config && matchFiles(parsed.config.files, relativePath(configUri, uri) ?? '');
    const names = parsed?.config?.environments.map(({ name }) => name) ?? [];
    const { toggle, environment } = match ?? {};
    const environments = environment === undefined ? names : names.filter((name) => name === environment);
    if (toggle === undefined || environments.length === 0) continue;
    const { files } = getOrCreate(groups, JSON.stringify([configUri, toggle]), () => ({ toggle, files: [] }));
    const place = (file: (typeof files)[number]) => names.indexOf(file.environments[0] ?? '');
    files.push({ uri, environments, requiredBy: requiredBy.get(uri) ?? [] });
    files.sort((a, b) => place(a) - place(b));
  }
  return [...groups.values()];
}
