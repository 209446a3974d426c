/**
 * Detects paths on other machines. Windows sends the user's credentials to any machine whose share is opened, so shares
 * that a file or a link names are not opened. The functions are pure, so every system can test the Windows rules.
 */
import type { PlatformPath } from 'node:path';

type Paths = Pick<PlatformPath, 'dirname' | 'join' | 'parse' | 'resolve'>;

/** True if a path is on a drive, or on the same share as `from`. */
export function isNear(file: string, from: string, { parse }: Pick<Paths, 'parse'>): boolean {
  const [root, own] = [file, from].map((each) => parse(each).root.replaceAll('\\', '/').toLowerCase());
  return root === own || /^[a-z]:\/$/.test(root ?? '');
}

/** Follows links without opening their targets. @returns a target on another machine, or the last of too many links */
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
