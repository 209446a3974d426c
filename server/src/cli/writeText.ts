/**
 * Writes the file that `--out` names. A repository may hold a link or another file of that name: only a file that the same
 * command wrote is replaced, and no link leads out of the bounds. Pipes and devices are written to.
 */
import { basename, resolve } from 'node:path';
import { t } from '@vscode/l10n';
import type { Bounds } from '../workspace/bounds.js';
import { decoded } from '../core/checks/encoding.js';
import { uriOf } from '../workspace/paths.js';
import { Mistake } from './options.js';
import { isFileOfOurs } from './paths.js';
import type { World } from './world.js';

export interface Out {
  readonly path: string;
  readonly bounds: Bounds;
  /** Replaces any regular file. */
  readonly force: boolean;
  /** Whether the text is of an earlier run of the command. */
  readonly isEarlier: (text: string) => boolean;
}

/**
 * @returns why it may not be written
 * @throws Mistake
 */
export function whyNotWritten({ path, bounds, force, isEarlier }: Out, world: World): string | undefined {
  const { disk, files, folder } = world;
  const shown = JSON.stringify(path);
  if (isFileOfOurs(basename(path)))
    throw new Mistake(t('--out needs another name: {0} would be taken for a targeting file.', shown));
  if (path === STANDARD_OUTPUT) return undefined;
  const full = resolve(folder, path);
  const kind = disk.kindOf(uriOf(full));
  if (bounds.outside(uriOf(full)) !== undefined || (kind === 'missing' && files.isLink(full)))
    return t('{0} is a link that leads out of the folder, or to nothing. Give {1} another name.', shown, '--out');
  if (kind === 'folder') return t('{0} is a folder, not a file.', shown);
  if (kind !== 'file' || force) return undefined;
  const bytes = files.read(full, MAX_EARLIER_BYTES);
  return bytes instanceof Uint8Array && isEarlier(decoded(bytes))
    ? undefined
    : t(
        '{0} already exists, and this command did not write it. Give {1} another name, or add {2} to replace it.',
        shown,
        '--out',
        '--force',
      );
}

/**
 * @returns why it cannot be written
 * @throws Mistake
 */
export function writeText(out: Out, text: string, world: World): string | undefined {
  const refusal = whyNotWritten(out, world);
  if (refusal !== undefined) return refusal;
  if (out.path === STANDARD_OUTPUT) {
    world.output.write(text);
    return undefined;
  }
  const path = resolve(world.folder, out.path);
  const kind = world.disk.kindOf(uriOf(path));
  const write = kind === 'missing' ? 'create' : kind === 'other' ? 'append' : 'replace';
  const code = world.files[write](path, Buffer.from(text));
  return code && t('{0} cannot be written ({1}).', JSON.stringify(out.path), code);
}

/** Node cannot open it where it is a socket. */
const STANDARD_OUTPUT = '/dev/stdout';
const MAX_EARLIER_BYTES = 2 ** 29;
