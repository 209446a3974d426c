/**
 * Tells paths on other machines apart. Windows offers the person's log-in to each machine whose share is opened, so no share that a file or a
 * link names is opened; drives are the person's own. Pure, so that Windows is tested everywhere.
 */
import type { PlatformPath } from 'node:path';

type Paths = Pick<PlatformPath, 'dirname' | 'join' | 'parse' | 'resolve'>;

/** Whether a path is on a drive, or on the share that another path is on. */
export function isNear(file: string, from: string, { parse }: Pick<Paths, 'parse'>): boolean {
  const [root, own] = [file, from].map((each) => parse(each).root.replaceAll('\\', '/').toLowerCase());
  return root === own || /^[a-z]:\/$/.test(root ?? '');
}

/**
 * Where the links on the way to a file lead, if that is on another machine or the links do not end. Reads links, and follows them by their text alone.
 * @param linkAt what a link names; undefined for anything else
 */
export function shareBehind(
  file: string,
  linkAt: (path: string) => string | undefined,
  path: Paths,
  left = MAX_LINKS,
): string | undefined {
  const { root } = path.parse(file);
  const names = file.slice(root.length).split(/[\\/]/);
  for (let count = 1; count <= names.length; count += 1) {
    const at = path.join(root, ...names.slice(0, count));
    const named = linkAt(at);
    if (named === undefined) continue;
    const to = path.resolve(path.dirname(at), named, ...names.slice(count));
    if (!isNear(to, file, path)) return to;
    return left === 0 ? to : shareBehind(to, linkAt, path, left - 1);
  }
  return undefined;
}

const MAX_LINKS = 40;
