/**
 * Writes the file, pipe or device that `--out` names. The path may lead to another file or a link by mistake.
 * Therefore, an existing file is replaced only if the same command wrote it, and links must stay within the bounds.
 */
import { basename, resolve } from 'node:path';
import { t } from '../../core/t.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import { decoded } from '../../core/checks/text/encoding.js';
import { uriOf } from '../../workspace/disk/paths.js';
import { Mistake } from '../options.js';
import { isFileOfOurs } from './paths.js';
import type { World } from '../world.js';

export interface Out {
  readonly path: string;
  readonly bounds: Bounds;
  readonly isReplaced: (text: string) => boolean;
}

/** @returns a function that writes and returns an error, if any; or why nothing may be written @throws Mistake */
export function writerOf({ path, bounds, isReplaced }: Out, world: World): Writer | string {
  const { disk, files, folder } = world;
  const shown = JSON.stringify(path);
  if (isFileOfOurs(basename(path)))
    throw new Mistake(t('--out needs another name: {0} would be taken for a targeting file.', shown));
  if (path === standardOutput)
    return (text) => {
      world.output.write(text);
      return undefined;
    };
  const full = resolve(folder, path);
  const kind = disk.kindOf(uriOf(full));
  if (bounds.outside(uriOf(full)) !== undefined || (kind === 'missing' && files.isLink(full)))
    return t("{0} is reached through a link or is among Git's own files. Give {1} another name.", shown, '--out');
  if (kind === 'folder') return t('{0} is a folder, not a file.', shown);
  const bytes = kind === 'file' ? files.read(full, MAX_EARLIER_BYTES) : undefined;
  if (kind === 'file' && !(bytes instanceof Uint8Array && isReplaced(decoded(bytes))))
    return t(
      '{0} already exists, and this command did not write it. Remove it, or give {1} another name.',
      shown,
      '--out',
    );
  const write = files[kind === 'missing' ? 'create' : kind === 'other' ? 'append' : 'replace'];
  return (text) => {
    const code = write(full, Buffer.from(text));
    return code && t('{0} cannot be written ({1}).', shown, code);
  };
}

/** The path of standard output, which is written as a stream: Node.js cannot open the path if it is a socket. */
export const standardOutput = '/dev/stdout';
type Writer = (text: string) => string | undefined;
const MAX_EARLIER_BYTES = 2 ** 29;
