/** The texts that `diff` compares: of two files, or of each file that differs between two states of a Git repository. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import { largestText } from '../json/document.js';
import { targetingEnding } from '../targeting/fileNames.js';
import { decoded } from '../workspace/encoding.js';
import { inOrder } from './paths.js';
import { whyUnread } from './unread.js';
import type { World } from './world.js';

export interface Sides {
  /** As it is printed: the later one of a file that was renamed. */
  readonly path: string;
  readonly beforePath: string;
  readonly beforeUri: string;
  readonly afterUri: string;
  /** Undefined where the file is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whatever they are called, somebody wants both taken for the toggle of the later one. */
  readonly areOneToggle?: true;
}

/** @returns why they cannot be compared, where that is so */
export function sidesOfFiles(before: string, after: string, world: World): Sides | string {
  const { folder, files } = world;
  const [from, to] = [resolve(folder, before), resolve(folder, after)];
  const texts: string[] = [];
  for (const path of [before, after]) {
    const bytes = files.read(resolve(folder, path), largestText);
    if (!(bytes instanceof Uint8Array)) return whyUnread(path, bytes, world);
    texts.push(decoded(bytes));
  }
  return {
    path: after,
    beforePath: before,
    beforeUri: pathToFileURL(from).href,
    afterUri: pathToFileURL(to).href,
    before: texts[0],
    after: texts[1],
    areOneToggle: true,
  };
}

/**
 * @param range `BASE...HEAD`, `BASE..HEAD`, or one revision, which is compared with what is on disk
 * @returns why they cannot be compared, where that is so
 */
export function sidesInGit(range: string, places: readonly string[], world: World): readonly Sides[] | string {
  const dots = ['...', '..'].find((each) => range.includes(each));
  const [from, to] = (dots === undefined ? [range] : range.split(dots)).map((name) => revisionOf(name, world));
  const start = dots === '...' ? lines(world.git(['merge-base', from ?? '', to ?? '']))[0] : from;
  if (start === undefined || (dots !== undefined && to === undefined))
    return t('Git knows no {0} here.', JSON.stringify(range));
  const listed = world.git([
    ...['diff', '--name-status', '-z', '--find-renames', '--relative', '--no-ext-diff', '--no-textconv'],
    ...[start, ...(to === undefined ? [] : [to]), '--', ...places],
  ]);
  if (listed === undefined) return t('Git cannot compare {0}.', JSON.stringify(range));
  const parts = listed.toString().split('\0');
  const sides: Sides[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const status = parts[at] ?? '';
    const old = parts[at + 1] ?? '';
    const isRenamed = /^[RC]/.test(status);
    const now = isRenamed ? (parts[at + 2] ?? '') : old;
    at += isRenamed ? 3 : 2;
    if (!now.endsWith(targetingEnding) && !old.endsWith(targetingEnding)) continue;
    const uriOf = (path: string) => pathToFileURL(resolve(world.folder, path)).href;
    sides.push({
      path: now,
      beforePath: old,
      beforeUri: uriOf(old),
      afterUri: uriOf(now),
      before: status.startsWith('A') ? undefined : textIn(start, old, world),
      after: status.startsWith('D') ? undefined : to !== undefined ? textIn(to, now, world) : textOnDisk(now, world),
    });
  }
  return sides.sort((a, b) => inOrder(a.path, b.path));
}

/** Its hash: a name might be read as an option. */
export function revisionOf(name: string, world: World): string | undefined {
  return lines(world.git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]))[0];
}

function lines(output: Uint8Array | undefined): readonly string[] {
  return output === undefined
    ? []
    : decoded(output)
        .split('\n')
        .filter((line) => line !== '');
}

function textIn(revision: string, path: string, world: World): string | undefined {
  const bytes = world.git(['cat-file', 'blob', `${revision}:./${path}`]);
  return bytes && decoded(bytes);
}

function textOnDisk(path: string, { files, folder }: World): string | undefined {
  const bytes = files.read(resolve(folder, path), largestText);
  return bytes instanceof Uint8Array ? decoded(bytes) : undefined;
}
