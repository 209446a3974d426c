/** Finds the files of an environment to serve to local applications. */
import { t } from '../../core/t.js';
import { listOf, listOfFirst } from '../../core/targeting/joined.js';
import { configFileName, targetingEnding } from '../../core/targeting/fileNames.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { unusable } from '../../workspace/config/targets.js';
import type { LocalFile } from '../../workspace/local/localEnvironment.js';
import { isMisplaced, localFile } from '../../workspace/local/localFiles.js';
import type { Project } from '../../workspace/project.js';
import type { UsersFile } from '../../workspace/usersFile.js';
import { projectOf } from '../files/commandProject.js';
import { findFiles, notFollowed } from '../files/findFiles.js';
import { shownPath, shownUri } from '../files/paths.js';
import type { World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';

export interface LocalPlaces {
  readonly places: readonly string[];
  /** The name of the environment in the config; undefined if no config has environments. */
  readonly environment: string | undefined;
}

export interface EnvironmentFiles {
  readonly project: Project;
  readonly files: readonly LocalFile[];
  /** The users files that apply to `files`. */
  readonly users: readonly UsersFile[];
  /** Error messages, one sentence each. If there are any errors, `files` may be incomplete. */
  readonly failures: readonly string[];
  readonly nothing: readonly string[];
  /** Notes on left-out files, one sentence each: files that do not match the config's `files`, and links. */
  readonly notes: readonly string[];
}

export function targetingFiles(places: readonly string[], world: Pick<World, 'folder' | 'disk'>, bounds: Bounds) {
  return findFiles(places, world, bounds, (name) => name.endsWith(targetingEnding));
}

export function environmentFiles({ places, environment }: LocalPlaces, world: World, bounds: Bounds): EnvironmentFiles {
  const { paths, failures, skipped } = targetingFiles(places, world, bounds);
  const project = projectOf(world, bounds);
  const [uris, astray] = [paths.map((path) => uriOf(path)), new Set(failures)];
  const missing = skipped.filter((path) => path.endsWith(targetingEnding));
  if (missing.length > 0) astray.add(notFollowed(missing, world.folder));
  for (const [index, uri] of uris.entries())
    if (!uri.endsWith(targetingEnding)) astray.add(endsOtherwise(shownPath(paths[index] ?? '', world.folder)));
  const configs = new Set(uris.flatMap((uri) => project.config(uri) ?? []));
  for (const { uri, parsed } of configs) if (parsed.config === undefined) astray.add(unusable(parsed, uri).reason);
  const name = environment?.normalize();
  const files = astray.size > 0 ? [] : uris.flatMap((uri) => localFile(uri, name, project) ?? []);
  const names = new Set([...configs].flatMap(({ parsed }) => parsed.environmentNames ?? []));
  if (name === undefined && names.size > 0 && astray.size === 0)
    astray.add(t('Specify one of the environments with --env: {0}.', listOf([...names])));
  const nothing = files.length > 0 || astray.size > 0 ? [] : [whyNone(uris.length, name ?? '', [...names])];
  const users = new Set(files.flatMap(({ uri }) => project.users(uri) ?? []));
  const taken = new Set(files.map(({ uri }) => uri));
  const elsewhere = uris
    .filter((uri) => !taken.has(uri) && isMisplaced(uri, project))
    .map((uri) => shownUri(uri, world.folder));
  const notes = [
    ...(skipped.length === 0 || missing.length > 0 ? [] : [notFollowed(skipped, world.folder)]),
    ...(elsewhere.length === 0
      ? []
      : [t('Files whose paths do not match "files" in {0} are left out: {1}', configFileName, listOfFirst(elsewhere))]),
  ];
  return { project, files, users: [...users], failures: [...astray], nothing, notes };
}

function whyNone(count: number, environment: string, names: readonly string[]): string {
  if (count === 0) return t('There are no targeting files.');
  if (names.length === 0) return t('No targeting.config.json here has environments: leave out --env.');
  const name = JSON.stringify(environment);
  return names.includes(environment)
    ? t('No targeting file here belongs to the environment {0}.', name)
    : t('targeting.config.json has no environment {0}. It has: {1}.', name, listOf(names));
}

function endsOtherwise(path: string): string {
  return t("{0} must end with {1}: the file name contains the toggle's key.", path, targetingEnding);
}
