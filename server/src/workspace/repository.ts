/**
 * The one way to Git. Whoever made a repository decides which programs its configuration, attributes and hooks start, so:
 * Git is told which repository it is in (it finds none by itself), is asked only questions that start nothing (no filter, no diff,
 * no signature), and gets no variable of the environment but those below, so no token.
 * SECURITY.md lists what Git could be made to start, and how each is shut.
 */
import { dirname, join, resolve, sep } from 'node:path';
import type { Unreadable } from '../core/checks/unreadable.js';
import { MAX_BESIDE_BYTES } from '../core/checks/unreadable.js';
import { Bounds } from './bounds.js';
import type { Disk } from './disk.js';
import { decoded } from './encoding.js';
import { pathOf, uriOf } from './paths.js';

/** What Git needs of a machine. */
export interface GitMachine {
  readonly disk: Disk;
  readonly files: {
    readonly isLink: (path: string) => boolean;
    readonly read: (path: string, limit: number) => Uint8Array | undefined | Unreadable;
  };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What Git prints; undefined where it fails, prints more than the limit, or is not there. */
  readonly startGit: (args: readonly string[], start: GitStart) => Uint8Array | undefined;
}

export interface GitStart {
  readonly folder: string;
  /** All that it gets. */
  readonly environment: GitMachine['environment'];
  /** Bytes. */
  readonly limit: number | undefined;
}

/** What Git prints, asked in a folder of a repository; undefined where it fails. */
export type Git = (args: readonly string[], limit?: number) => Uint8Array | undefined;

/** Undefined where the folder is in no repository that counts, or Git is not there. */
export function gitIn(folder: string, world: GitMachine): Git | undefined {
  const repository = repositoryOf(folder, world);
  return repository && gitOf(repository, folder, world);
}

/** For what needs no repository. */
export function gitAnywhere(folder: string, world: GitMachine): Git {
  return gitIn(folder, world) ?? gitOf(undefined, folder, world);
}

/** The topmost folder of the repository that a folder is in. */
export function topOfRepository(folder: string, world: GitMachine): string | undefined {
  return repositoryOf(folder, world)?.top;
}

interface Repository {
  readonly top: string;
  readonly gitFolder: string;
}

/** How Git is started in a folder of a repository, for whoever does not wait for it; undefined where it is in none that counts. */
export function gitCommand(
  folder: string,
  world: GitMachine,
): ((args: readonly string[]) => readonly [args: readonly string[], start: GitStart]) | undefined {
  const repository = repositoryOf(folder, world);
  return repository && ((args) => started(repository, folder, world, args, undefined));
}

function gitOf(repository: Repository | undefined, folder: string, world: GitMachine): Git {
  return (args, limit) => world.startGit(...started(repository, folder, world, args, limit));
}

function started(
  repository: Repository | undefined,
  folder: string,
  { environment }: GitMachine,
  args: readonly string[],
  limit: number | undefined,
): readonly [args: readonly string[], start: GitStart] {
  const nothing = sep === '\\' ? 'NUL' : '/dev/null';
  const settings = ['core.fsmonitor=false', `core.hooksPath=${nothing}`, 'log.showSignature=false'];
  const where =
    repository === undefined
      ? [`--git-dir=${nothing}`]
      : [`--git-dir=${repository.gitFolder}`, `--work-tree=${repository.top}`];
  const always = ['--no-pager', '--no-optional-locks', ...where, ...settings.flatMap((each) => ['-c', each])];
  const passed = Object.fromEntries(passedOn.map((name) => [name, environment[name]]));
  return [[...always, ...args], { folder, environment: { ...passed, ...fixed }, limit }];
}

/** Where Git, its own files and those of the person are. */
const passedOn = [
  ...['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'DEVELOPER_DIR'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
  ...['SystemRoot', 'SystemDrive', 'PATHEXT', 'TEMP', 'TMP', 'ProgramData', 'APPDATA', 'LOCALAPPDATA'],
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
];

const fixed = {
  LC_ALL: 'C',
  // A clone without all objects fetches those that are missing by what its configuration names; before 2.45, the second alone ends that.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  // Otherwise Windows takes a git.exe of the folder.
  NoDefaultCurrentDirectoryInExePath: '1',
};

function repositoryOf(folder: string, world: GitMachine): Repository | undefined {
  const found = new Bounds({ disk: world.disk, opened: () => [] }).repositoryOf(uriOf(folder));
  if (found === undefined) return undefined;
  const top = pathOf(found);
  const gitFolder = gitFolderOf(top, world);
  return gitFolder === undefined ? undefined : { top, gitFolder };
}

/** A `.git` counts if what it names says that this is its work tree, as Git's own worktrees and submodules do. */
function gitFolderOf(top: string, world: GitMachine): string | undefined {
  const { disk, files } = world;
  const path = join(top, '.git');
  if (files.isLink(path)) return undefined;
  const isFolder = disk.kindOf(uriOf(path)) === 'folder';
  const named = isFolder ? path : /^gitdir: (.+)$/.exec(textIn(path, world) ?? '')?.[1];
  if (named === undefined) return undefined;
  const gitFolder = resolve(top, named);
  const common = textIn(join(gitFolder, 'commondir'), world);
  const shared = common === undefined ? gitFolder : resolve(gitFolder, common);
  const isLinked = () =>
    isSame(dirname(dirname(gitFolder)), shared, world) && isSame(backIn(gitFolder, world), path, world);
  const isSubmodule = () => isSame(workTreeIn(gitFolder, world), top, world);
  const isMeant = common === undefined ? isFolder || isSubmodule() : !isFolder && isLinked();
  const owner = disk.ownerOf(uriOf(path));
  return isMeant && isOwned(gitFolder, owner, world) && haveOneOwner(join(shared, 'objects'), owner, world)
    ? gitFolder
    : undefined;
}

/** What the settings of a submodule name. */
function workTreeIn(gitFolder: string, world: GitMachine): string | undefined {
  const asked = ['config', '--file', join(gitFolder, 'config'), '--no-includes', 'core.worktree'];
  const said = gitOf(undefined, gitFolder, world)(asked);
  return said && resolve(gitFolder, lineOf(said));
}

function backIn(gitFolder: string, world: GitMachine): string | undefined {
  const named = textIn(join(gitFolder, 'gitdir'), world);
  return named === undefined ? undefined : resolve(gitFolder, named);
}

function isSame(one: string | undefined, other: string, { disk }: GitMachine): boolean {
  const real = one === undefined ? undefined : disk.realPath(uriOf(one));
  return real !== undefined && real === disk.realPath(uriOf(other));
}

function isOwned(path: string, owner: number | undefined, { disk }: GitMachine): boolean {
  return disk.ownerOf(uriOf(path)) === owner;
}

/** Whose objects are read: also those that `info/alternates` names, as deep as Git goes. */
function haveOneOwner(objects: string, owner: number | undefined, world: GitMachine, depth = 5): boolean {
  if (!isOwned(objects, owner, world)) return false;
  const others = textIn(join(objects, 'info', 'alternates'), world)?.split('\n') ?? [];
  return others
    .filter((line) => line !== '' && !line.startsWith('#'))
    .every((line) => depth > 0 && haveOneOwner(resolve(objects, line), owner, world, depth - 1));
}

function textIn(path: string, { files }: GitMachine): string | undefined {
  const bytes = files.read(path, MAX_BESIDE_BYTES);
  return bytes instanceof Uint8Array ? lineOf(bytes) : undefined;
}

function lineOf(bytes: Uint8Array): string {
  return decoded(bytes).trimEnd();
}
