/**
 * The only way to run Git. A repository's configuration, attributes and hooks could start programs, so Git gets an
 * explicit repository and only commands that start no program. Git also gets only the environment variables below, so
 * that it cannot read tokens. SECURITY.md lists the attacks.
 */
import * as path from 'node:path';
import { t } from '../../core/t.js';
import { MAX_BESIDE_BYTES } from '../../core/checks/text/unreadable.js';
import { Bounds } from '../disk/bounds.js';
import type { Disk } from '../disk/disk.js';
import { decoded } from '../../core/checks/text/encoding.js';
import type { GitProgram } from './gitProgram.js';
import { gitProgram } from './gitProgram.js';
import { isNear } from '../services/network.js';
import { pathOf, uriOf } from '../disk/paths.js';
import { upwards } from '../disk/uris.js';

export interface GitMachine {
  readonly disk: Disk;
  readonly files: { readonly isProgram: (path: string) => boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** URIs of opened folders, or the command's folder. A Git inside these folders or their repositories is not run. */
  readonly opened: () => readonly string[];
  /** @returns undefined if Git fails, or its output exceeds the limit */
  readonly startGit: (args: readonly string[], start: GitStart) => Uint8Array | undefined;
}

export interface GitStart {
  /** Absolute path of Git. */
  readonly program: string;
  readonly folder: string;
  /** The only environment variables that Git gets. */
  readonly environment: GitMachine['environment'];
  /** Maximum size of the output in bytes. */
  readonly limit: number | undefined;
}

/** Returns Git's output for a folder; undefined if Git fails. */
export type Git = (args: readonly string[], limit?: number) => Uint8Array | undefined;

type Start = (args: readonly string[], limit?: number) => readonly [args: readonly string[], start: GitStart];

/** @returns a sentence if Git is missing, or the folder is not in an accepted repository */
export function gitIn(folder: string, world: GitMachine): Git | string {
  return asking(gitCommand(folder, world), world);
}

/** @returns Git for commands that need no repository; a sentence if Git is missing */
export function gitAnywhere(folder: string, world: GitMachine): Git | string {
  return asking(startOf(repositoryOf(folder, world), folder, world), world);
}

function asking(start: Start | string, { startGit }: GitMachine): Git | string {
  return typeof start === 'string' ? start : (args, limit) => startGit(...start(args, limit));
}

export function topOfRepository(folder: string, world: GitMachine): string | undefined {
  return repositoryOf(folder, world)?.top;
}

interface Repository {
  readonly top: string;
  readonly gitFolder: string;
}

/** Prepares Git for a folder. @returns a sentence under the same conditions as `gitIn` */
export function gitCommand(folder: string, world: GitMachine): Start | string {
  const repository = repositoryOf(folder, world);
  const start = startOf(repository, folder, world);
  return repository === undefined && typeof start !== 'string' ? t('This is not a Git repository.') : start;
}

function startOf(repository: Repository | undefined, folder: string, world: GitMachine): Start | string {
  const found = programFor(folder, world);
  if (found === undefined)
    return t('Git was not found in PATH. Folders of this project and node_modules do not count.');
  const nothing = path.sep === '\\' ? 'NUL' : '/dev/null';
  const settings = ['core.fsmonitor=false', `core.hooksPath=${nothing}`, 'log.showSignature=false'];
  const where =
    repository === undefined
      ? [`--git-dir=${nothing}`]
      : [`--git-dir=${repository.gitFolder}`, `--work-tree=${repository.top}`];
  const always = ['--no-pager', '--no-optional-locks', ...where, ...settings.flatMap((each) => ['-c', each])];
  const passed = Object.fromEntries(passedOn.map((name) => [name, world.environment[name]]));
  const environment = { ...passed, PATH: found.PATH, ...fixed };
  return (args, limit) => [[...always, ...args], { program: found.program, folder, environment, limit }];
}

function programFor(folder: string, world: GitMachine): GitProgram | undefined {
  const { disk, environment, files, opened } = world;
  return gitProgram(environment['PATH'], {
    path,
    isProgram: files.isProgram,
    realPath: (each) => disk.realPath(uriOf(each)),
    // An enclosing repository is also untrusted.
    excluded: [uriOf(folder), ...opened()]
      .flatMap((uri) => [uri, ...Array.from(upwards(uri)).filter((at) => disk.ownerOf(`${at}/.git`) !== undefined)])
      .flatMap((uri) => disk.realPath(uri) ?? []),
  });
}

/** Environment variables that Git gets: locations of Git, its files and the user's files. */
const passedOn = [
  ...['HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'DEVELOPER_DIR'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'],
  ...['SystemRoot', 'SystemDrive', 'PATHEXT', 'TEMP', 'TMP', 'ProgramData', 'APPDATA', 'LOCALAPPDATA'],
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
];

const fixed = {
  LC_ALL: 'C',
  // Partial clones run a configured program to fetch objects. Before Git 2.45, only GIT_ALLOW_PROTOCOL prevents this.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
};

function repositoryOf(folder: string, world: GitMachine): Repository | undefined {
  const found = new Bounds({ disk: world.disk, opened: () => [] }).repositoryOf(uriOf(folder));
  if (found === undefined) return undefined;
  const top = pathOf(found);
  const gitFolder = gitFolderOf(top, world);
  return gitFolder === undefined ? undefined : { top, gitFolder };
}

/** Accepts a `.git` file only if its target names this folder as the work tree, as worktrees and submodules do. */
function gitFolderOf(top: string, world: GitMachine): string | undefined {
  const { disk } = world;
  const dotGit = path.join(top, '.git');
  // Rejects a `.git` that is a link.
  if (disk.realPath(uriOf(dotGit)) !== `${disk.realPath(uriOf(top))?.replace(/\/$/, '')}/.git`) return undefined;
  const isFolder = disk.kindOf(uriOf(dotGit)) === 'folder';
  const named = isFolder ? dotGit : /^gitdir: (.+)$/.exec(textIn(dotGit, world) ?? '')?.[1];
  const gitFolder = followed(top, named, world);
  if (gitFolder === undefined) return undefined;
  if (!areReadable(gitFolder, ['commondir', 'info/grafts', 'shallow'], world)) return undefined;
  const common = textIn(path.join(gitFolder, 'commondir'), world);
  const shared = common === undefined ? gitFolder : followed(gitFolder, common, world);
  if (shared === undefined) return undefined;
  const isLinked = () =>
    isSame(path.dirname(path.dirname(gitFolder)), shared, world) && isSame(backIn(gitFolder, world), dotGit, world);
  const isSubmodule = () => isSame(workTreeIn(gitFolder, world), top, world);
  const isMeant = common === undefined ? isFolder || isSubmodule() : !isFolder && isLinked();
  const owner = disk.ownerOf(uriOf(dotGit));
  return isMeant && isOwned(gitFolder, owner, world) && haveOneOwner(path.join(shared, 'objects'), owner, world)
    ? gitFolder
    : undefined;
}

function workTreeIn(gitFolder: string, world: GitMachine): string | undefined {
  const asked = ['config', '--file', path.join(gitFolder, 'config'), '--no-includes', 'core.worktree'];
  const git = asking(startOf(undefined, gitFolder, world), world);
  const said = typeof git === 'string' ? undefined : git(asked);
  return followed(gitFolder, said && decoded(said).trimEnd(), world);
}

function backIn(gitFolder: string, world: GitMachine): string | undefined {
  return followed(gitFolder, textIn(path.join(gitFolder, 'gitdir'), world), world);
}

function isSame(one: string | undefined, other: string, { disk }: GitMachine): boolean {
  const real = one === undefined ? undefined : disk.realPath(uriOf(one));
  return real !== undefined && real === disk.realPath(uriOf(other));
}

function isOwned(file: string, owner: number | undefined, { disk }: GitMachine): boolean {
  return disk.ownerOf(uriOf(file)) === owner;
}

/** True if the object folder and the folders in `info/alternates`, up to Git's maximum depth, have the given owner. */
function haveOneOwner(objects: string | undefined, owner: number | undefined, world: GitMachine, depth = 5): boolean {
  if (objects === undefined || !isOwned(objects, owner, world)) return false;
  if (!areReadable(objects, ['info/alternates'], world)) return false;
  const others = textIn(path.join(objects, 'info', 'alternates'), world)?.split('\n') ?? [];
  return others
    .filter((line) => line !== '' && !line.startsWith('#'))
    .every((line) => depth > 0 && haveOneOwner(followed(objects, line, world), owner, world, depth - 1));
}

/** False if a file is a device or pipe, which Git would read endlessly. */
function areReadable(folder: string, files: readonly string[], { disk }: GitMachine): boolean {
  return files.every((file) =>
    ['file', 'missing'].some((kind) => kind === disk.kindOf(uriOf(path.join(folder, file)))),
  );
}

/** The path that one of Git's files names; undefined if the path is missing or on another machine. */
function followed(from: string, named: string | undefined, { disk }: GitMachine): string | undefined {
  if (named === undefined) return undefined;
  const to = path.resolve(from, named);
  const real = isNear(to, from, path) ? disk.realPath(uriOf(to)) : undefined;
  return real !== undefined && isNear(real, from, path) ? to : undefined;
}

function textIn(file: string, world: GitMachine): string | undefined {
  const text = followed(file, '.', world) && world.disk.read(uriOf(file), MAX_BESIDE_BYTES);
  return typeof text === 'string' ? text.trimEnd() : undefined;
}
