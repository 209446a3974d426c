/** Finds the code and toggles of the configs in, above and below the named places. */
import { t } from '../../core/t.js';
import { configFileName } from '../../core/targeting/fileNames.js';
import type { CodeFile, CodeFound } from '../../workspace/code/codebase.js';
import { Codebase } from '../../workspace/code/codebase.js';
import { codeFiles, folderAt, namedIn } from '../../workspace/code/codeFiles.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import { plainCode, scopeOf } from '../../workspace/code/codeScopes.js';
import type { CodeToggles, Listed } from '../../workspace/code/codeToggles.js';
import { codeToggles } from '../../workspace/code/codeToggles.js';
import { gitFilesNow } from '../../workspace/code/gitFiles.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import type { Placed } from './codeWords.js';
import { targetIn, unusable } from '../../workspace/config/targets.js';
import type { ConfigFile } from '../../workspace/config/configFiles.js';
import { gitAnywhere } from '../../workspace/git/repository.js';
import type { Project } from '../../workspace/project.js';
import { folderOf } from '../../workspace/disk/uris.js';
import { boundsOf, projectOf, projectWithMessages } from '../files/commandProject.js';
import type { Access } from '../deploy/access.js';
import { environmentAtHost } from '../../service/http/target.js';
import { findFiles } from '../files/findFiles.js';
import { shownUri, uriAt } from '../files/paths.js';
import { progress } from '../progress.js';
import type { World } from '../world.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';
import { isMisread } from '../../workspace/disk/spelling.js';
import { cannotBeRead } from '../files/unread.js';

export interface CodeContext {
  readonly project: Project;
  readonly scopes: readonly Scoped[];
  /** Error messages, one sentence each. `readCode` adds further messages. */
  readonly failures: ReadonlySet<string>;
  /** Whether a file is in one of the named places. */
  readonly isNamed: (uri: string) => boolean;
}

export interface Scoped {
  readonly scope: CodeScope;
  readonly bounds: Bounds;
  readonly toggles: CodeToggles;
  readonly failures: Set<string>;
}

/** @param access the access to services; undefined unless `--online` is given */
export async function codeAround(
  places: readonly string[],
  world: World,
  access: Access | undefined,
  allowed: readonly string[],
): Promise<CodeContext> {
  const failures = new Set<string>();
  const uris = places.map((place) => uriAt(place, world));
  for (const [index, uri] of uris.entries())
    if (world.disk.kindOf(uri) === 'missing')
      failures.add(t('{0} does not exist.', JSON.stringify(places[index] ?? '')));
  const where = uris.length === 0 ? [uriOf(world.folder)] : uris;
  const boundsWith = (folders: readonly string[]) =>
    boundsOf({ places: [...places, ...allowed, ...folders], followLinks: false }, world);
  const bounds = boundsWith([]);
  const first = configsAround(where, world, projectOf(world, bounds));
  // Outside of repositories, only named folders may be read, so the `toggles` folders of configs are allowed as well.
  const project = projectWithMessages(world, boundsWith(first.flatMap((config) => togglesFolder(config, bounds))));
  const configs = configsAround(where, world, project, failures);
  for (const { uri, parsed } of configs) if (parsed.config === undefined) failures.add(unusable(parsed, uri).reason);
  const astray = new Map(configs.map((config) => [config.uri, whyAstray(config, bounds, world)]));
  for (const failure of astray.values()) if (failure !== undefined) failures.add(failure);
  for (const { uri, parsed } of configs)
    for (const pattern of parsed.config?.code?.include ?? [])
      if (!bounds.mayBeNamedBy(uri)(namedIn(folderOf(uri), pattern))) failures.add(leadsOut('include', pattern));
  const scopes: Scoped[] = [];
  for (const scope of scopesOf(configs, project).filter(({ configUri }) => !astray.get(configUri))) {
    await project.ready(scope.targeting.uri);
    const listed = await listedBy(scope.targeting, access, (failure) => failures.add(failure));
    scopes.push({ scope, bounds, toggles: codeToggles(scope, project, listed), failures });
  }
  if (configs.length === 0) failures.add(t('There is no {0} in this folder, above it or below it.', configFileName));
  const isInRepository = project.bounds.repositoryOf(uriOf(world.folder)) !== undefined;
  if (isInRepository && typeof gitAnywhere(world.folder, world) === 'string')
    world.messages.write(`${t('Git was not found in PATH, so files that it ignores count, too.')}\n`);
  const isNamed = (uri: string) => uris.length === 0 || uris.some((each) => uri === each || uri.startsWith(`${each}/`));
  return { project, scopes, failures, isNamed };
}

function togglesFolder({ uri, parsed }: ConfigFile, bounds: Bounds): readonly string[] {
  const { toggles } = parsed.config ?? {};
  const folder = toggles === undefined ? undefined : folderAt(folderOf(uri), toggles);
  return folder !== undefined && bounds.mayBeNamedBy(uri)(folder) ? [pathOf(folder)] : [];
}

function leadsOut(field: string, path: string): string {
  const [option, setting] = ['--allow-folder', 'toggleTargeting.code.folders'];
  return t(
    '"{0}": {1} leads out of the folder, so it is not read. Allow it with {2}, or in the editor with the setting {3}.',
    field,
    path,
    option,
    setting,
  );
}

/** @returns why the config's `toggles` folder cannot be used */
function whyAstray({ uri, parsed }: ConfigFile, bounds: Bounds, { disk }: World): string | undefined {
  const toggles = parsed.config?.toggles;
  if (toggles === undefined) return undefined;
  const folder = folderAt(folderOf(uri), toggles);
  if (!bounds.mayBeNamedBy(uri)(folder)) return leadsOut('toggles', toggles);
  const named = `${folder}/${configFileName}`;
  if (named === uri) return t('"toggles": {0} is the folder of this {1} itself.', toggles, configFileName);
  if (disk.kindOf(named) === 'file') return undefined;
  return t('"toggles": there is no {0} in {1}.', configFileName, toggles);
}

function configsAround(
  uris: readonly string[],
  world: World,
  project: Project,
  failures = new Set<string>(),
): readonly ConfigFile[] {
  const folders = uris.filter((uri) => world.disk.kindOf(uri) === 'folder');
  const below = findFiles(folders.map(pathOf), world, project.bounds);
  for (const failure of below.failures) failures.add(failure);
  const found = below.paths.filter((path) => path.endsWith(configFileName)).map(uriOf);
  const asked = [`${uriOf(world.folder)}/any`, ...uris, ...found];
  return [...new Set(asked.flatMap((uri) => project.config(uri) ?? []))];
}

/** The code scopes of the configs. If no config has `code`, each config covers the code in its folder. */
function scopesOf(configs: readonly ConfigFile[], project: Project): readonly CodeScope[] {
  const asked = configs.flatMap((config) => scopeOf(project, config) ?? []);
  if (asked.length > 0) return asked;
  const usable = configs.filter(({ parsed }) => parsed.config !== undefined);
  return usable.map((config) => ({ configUri: config.uri, code: plainCode, targeting: config }));
}

async function listedBy(
  { parsed }: ConfigFile,
  access: Access | undefined,
  failed: (sentence: string) => void,
): Promise<Listed> {
  if (access === undefined) return { projects: [], areAll: false };
  const environments = parsed.config?.environments ?? [];
  const projects: Listed['projects'][number][] = [];
  let areAll = environments.length > 0;
  if (environments.every(({ api }) => api === undefined))
    failed(t('No environment can be read: none in targeting.config.json has "api": "featureprobe".'));
  for (const environment of environments) {
    const target = targetIn(environment, 'any');
    const known = typeof target === 'string' ? { reason: target } : await access.known(target);
    if ('reason' in known)
      failed(typeof target === 'string' ? target : t('{0}: {1}', environmentAtHost(target), known.reason));
    if ('reason' in known || known.reached === undefined) areAll = false;
    else projects.push(known.reached.knowledge);
  }
  return { projects, areAll };
}

/** @param instead texts to read instead of the files on disk, by URI */
export async function readCode(
  { scope, bounds, toggles, failures }: Scoped,
  world: World,
  instead: ReadonlyMap<string, string> = new Map(),
): Promise<CodeFound> {
  const { disk, codeDisk } = world;
  let [bar, done] = [progress(0, world), 0];
  const listed = (folder: string) => Promise.resolve(gitFilesNow(folder, world));
  const codebase = new Codebase(
    {
      disk: codeDisk,
      files: async () => {
        const found = await codeFiles(scope.configUri, scope.code, { disk, bounds, listed, pause: world.pause });
        const uris = new Set([...found.uris, ...instead.keys()]);
        for (const uri of [...uris].filter((each) => isMisread(each, disk))) {
          uris.delete(uri);
          failures.add(cannotBeRead(shownUri(uri, world.folder)));
        }
        bar = progress(uris.size, world);
        return { ...found, uris: [...uris] };
      },
      open: (uri) => instead.get(uri),
      pause: async () => {
        done += 1;
        bar.show(done);
        await world.pause();
      },
    },
    false,
  );
  const found = await codebase.read({ keys: new Set(toggles.byKey.keys()), wrappers: scope.code.wrappers });
  bar.clear();
  return found;
}

/** The findings, ordered by the paths of their files. */
export function placedIn(files: readonly CodeFile[]): readonly Placed[] {
  const ordered = files.toSorted((one, other) => (one.uri < other.uri ? -1 : Number(one.uri > other.uri)));
  return ordered.flatMap(({ uri, findings }) => findings.map((finding) => ({ uri, finding })));
}
