/** All files of ours below a folder. Links inside are followed, each folder is entered once; what is installed is left out. */
import { join } from 'node:path';
import { isTargetingFile } from './paths.js';
import type { Entry, Files } from './world.js';

export interface FileBelow {
  readonly path: string;
  /** Without links. */
  readonly real: string;
  /** From the folder to the file, that one included. */
  readonly names: readonly string[];
}

export interface WalkOptions {
  readonly files: Files;
  /** How many names a file's path below the folder may have. */
  readonly depth: number;
  readonly unreadable: (path: string, reason: string) => void;
  /** Whether a link may be followed; asked of those that lead to a folder or a file of ours. */
  readonly mayFollow: (path: string) => boolean;
}

export function* filesBelow(root: string, { files, depth, unreadable, mayFollow }: WalkOptions): Generator<FileBelow> {
  const waiting: Met[] = [{ kind: 'folder', path: root, real: files.realPath(root) ?? root, names: [] }];
  // Followed last: what is reached without a link is called by that name.
  const links: Met[] = [];
  const seen = new Set<string>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop() ?? links.pop()) {
    const { kind, path, real, names } = at;
    if (kind === 'link') {
      const end = files.kindOf(path);
      // One that leads nowhere is no file: editors leave such things beside what is being edited.
      if (typeof end !== 'string' || end === 'missing') continue;
      const isOurs = end === 'folder' ? !leftOut.has(names.at(-1) ?? '') : isTargetingFile(names.at(-1) ?? '');
      if (isOurs && mayFollow(path)) waiting.push({ ...at, kind: end, real: files.realPath(path) ?? path });
    } else if (kind !== 'folder') {
      if (isTargetingFile(names.at(-1) ?? '')) yield at;
    } else if (names.length < depth && !leftOut.has(names.at(-1) ?? '') && !seen.has(real)) {
      seen.add(real);
      const entries = files.entries(path);
      if ('unreadable' in entries) unreadable(path, entries.unreadable);
      else for (const entry of entries) (entry.kind === 'link' ? links : waiting).push(met(at, entry));
    }
  }
}

const leftOut = new Set(['node_modules', '.git']);

interface Met extends FileBelow {
  readonly kind: Entry['kind'];
}

function met({ path, real, names }: Met, { name, kind }: Entry): Met {
  return { kind, path: join(path, name), real: join(real, name), names: [...names, name] };
}
