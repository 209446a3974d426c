/** Finds the texts that `diff` compares: two files, or the files that changed in Git. */
import { resolve } from 'node:path';
import { t } from '../../core/t.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { linkOut } from '../../core/checks/text/unreadable.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { decoded } from '../../core/checks/text/encoding.js';
import { blobName } from '../deploy/blobName.js';
import { leadsOut } from '../files/findFiles.js';
import { inOrder, uriAt } from '../files/paths.js';
import type { Git } from '../../workspace/git/repository.js';
import { gitIn } from '../../workspace/git/repository.js';
import { readError } from '../files/unread.js';
import type { World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';

export interface Sides {
  /** The path to print, which is the new path of a renamed file. */
  readonly path: string;
  readonly beforePath: string;
  readonly beforeUri: string;
  readonly afterUri: string;
  readonly before: SideText;
  readonly after: SideText;
  /** Whether both texts are compared as one toggle, whatever their file names. */
  readonly areOneToggle?: true;
}

/** The text of one side, or why it cannot be read; undefined if the file does not exist. */
export type SideText = string | undefined | Unreadable;

export function sidesOfFiles(before: string, after: string, bounds: Bounds, world: World): Sides | string {
  const { folder, files } = world;
  const texts: string[] = [];
  for (const path of [before, after]) {
    const absolute = resolve(folder, path);
    const outside = bounds.outside(uriOf(absolute));
    if (outside !== undefined) return leadsOut(absolute, outside, folder);
    const bytes = files.read(absolute, MAX_TEXT_LENGTH);
    if (!(bytes instanceof Uint8Array)) return readError(path, bytes, world);
    texts.push(decoded(bytes));
  }
  return {
    ...{ path: after, beforePath: before },
    ...{ beforeUri: uriAt(before, world), afterUri: uriAt(after, world) },
    ...{ before: texts[0], after: texts[1], areOneToggle: true },
  };
}

/** @param range `BASE...HEAD`, `BASE..HEAD`, or one revision to compare with the disk */
export function sidesInGit(
  range: string,
  places: readonly string[],
  bounds: Bounds,
  world: World,
  isWanted: (path: string) => boolean = isTargeting,
): readonly Sides[] | string {
  const git = gitIn(world.folder, world);
  if (typeof git === 'string') return git;
  const dots = ['...', '..'].find((each) => range.includes(each));
  // Git also treats `main...` as `main...HEAD`.
  const names = dots === undefined ? [range] : range.split(dots).map((name) => name || 'HEAD');
  const [from, to] = names.map((name) => revisionOf(name, git));
  const unknown = from === undefined ? names[0] : to === undefined ? names[1] : undefined;
  if (unknown !== undefined) return t('Git cannot find {0} here.', JSON.stringify(unknown));
  const start = dots === '...' ? lines(git(['merge-base', from ?? '', to ?? '']))[0] : from;
  const listed = start && changesIn({ git, start, places, isWanted }, to);
  if (!start || !listed)
    return t('Git cannot compare {0}: history is missing here. Fetch it ("fetch-depth: 0").', JSON.stringify(range));
  const onDisk = (path: string) => bytesOnDisk(path, bounds, world);
  const changes = to === undefined ? withChangedOnDisk(listed, { git, start, places, isWanted }, onDisk) : listed;
  return changes
    .map(({ now, old, before, after }): Sides => {
      const bytes = to === undefined && isThere(after) ? onDisk(now) : undefined;
      return {
        ...{ path: now, beforePath: old },
        ...{ beforeUri: uriOf(resolve(world.folder, old)), afterUri: uriOf(resolve(world.folder, now)) },
        before: textIn(git, start, old, before),
        after: to !== undefined ? textIn(git, to, now, after) : bytes instanceof Uint8Array ? decoded(bytes) : bytes,
      };
    })
    .filter(({ path, beforePath, before, after }) => to !== undefined || path !== beforePath || areOther(before, after))
    .sort((a, b) => inOrder(a.path, b.path));
}

function isTargeting(path: string): boolean {
  return path.endsWith(targetingEnding);
}

/** Compares texts but ignores line endings, which may change when Git checks a file out. */
function areOther(before: SideText, after: SideText): boolean {
  const [one, other] = [before, after].map((text) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text));
  return typeof one === 'object' || one !== other;
}

/** Resolves a revision to its hash, because Git could mistake a name for an option. */
function revisionOf(name: string, git: Git): string | undefined {
  return lines(git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]))[0];
}

function lines(output: Uint8Array | undefined): readonly string[] {
  return output === undefined
    ? []
    : decoded(output)
        .split('\n')
        .filter((line) => line !== '');
}

interface Change {
  readonly old: string;
  readonly now: string;
  /** The file's mode before the change, in Git's notation. */
  readonly before: string;
  readonly after: string;
}

const link = '120000';

function isThere(kind: string): boolean {
  return kind !== '000000';
}

/** Without `to`, lists changes in the index: for the work tree, Git could run programs that a repository names. */
function changesIn({ git, start, places, isWanted }: Asked, to: string | undefined): readonly Change[] | undefined {
  const how = ['-r', '-z', '--raw', '--find-renames', '--relative', '--no-ext-diff', '--no-textconv'];
  const what = to === undefined ? ['diff-index', ...how, '--cached', start] : ['diff-tree', ...how, start, to];
  const listed = git([...what, '--', ...places]);
  if (listed === undefined) return undefined;
  const parts = partsOf(listed);
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [before = '', after = '', , , status = ''] = (parts[at] ?? '').slice(1).split(' ');
    const old = parts[at + 1] ?? '';
    const isRenamed = /^[RC]/.test(status);
    const now = isRenamed ? (parts[at + 2] ?? '') : old;
    at += isRenamed ? 3 : 2;
    if ([old, now].some(isWanted) && status !== 'U') changes.push({ old, now, before, after });
  }
  return changes;
}

interface Asked {
  readonly git: Git;
  readonly start: string;
  readonly places: readonly string[];
  readonly isWanted: (path: string) => boolean;
}

function withChangedOnDisk(
  listed: readonly Change[],
  { git, start, places, isWanted }: Asked,
  onDisk: (path: string) => Uint8Array | undefined | Unreadable,
): readonly Change[] {
  const seen = new Set(listed.map(({ now }) => now));
  const changes = [...listed];
  for (const entry of partsOf(git(['ls-files', '-z', '--stage', '--', ...places]))) {
    const [, kind = '', name = '', path = ''] = /^(\d+) (\w+) \d\t(.*)$/s.exec(entry) ?? [];
    if (!isWanted(path) || kind === link || seen.has(path)) continue;
    seen.add(path);
    const bytes = onDisk(path);
    if (bytes instanceof Uint8Array && blobName(bytes) === name) continue;
    const [before = '000000'] = partsOf(git(['ls-tree', '-z', start, '--', path])).map((each) => each.slice(0, 6));
    changes.push({ old: path, now: path, before, after: kind });
  }
  return changes;
}

function partsOf(output: Uint8Array | undefined): readonly string[] {
  return Buffer.from(output ?? [])
    .toString()
    .split('\0')
    .filter((part) => part !== '');
}

function textIn(git: Git, revision: string, path: string, kind: string): SideText {
  if (!isThere(kind)) return undefined;
  if (kind === link) return { unreadable: t('a link') };
  const bytes = git(['cat-file', 'blob', `${revision}:./${path}`], MAX_TEXT_LENGTH);
  return bytes === undefined ? { unreadable: t('Git cannot read it') } : decoded(bytes);
}

function bytesOnDisk(path: string, bounds: Bounds, { files, folder }: World): Uint8Array | undefined | Unreadable {
  const absolute = resolve(folder, path);
  return bounds.outside(uriOf(absolute)) === undefined ? files.read(absolute, MAX_TEXT_LENGTH) : linkOut();
}
