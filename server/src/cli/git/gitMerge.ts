/**
 * `toggle-targeting git merge %O %A %B`: Git's merge driver (gitattributes(5)), which writes the result to %A. Files
 * that cannot be parsed are merged as text, always with a conflict, as a `select` may then mean another variation.
 */
import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { t } from '../../core/t.js';
import type { Labels } from '../../core/json/read/conflictMarkers.js';
import { mergedText } from '../../core/features/merge/mergedText.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import { decoded, withMarkOf } from '../../core/checks/text/encoding.js';
import { printErrors, visible } from '../reports/visible.js';
import type { Git } from '../../workspace/git/repository.js';
import { gitAnywhere } from '../../workspace/git/repository.js';
import type { ExitCode, World } from '../world.js';

/** The exit code for conflicts, as install.ts expects. Node.js exits with 1 if this script is gone, so it is not 1. */
export const conflicts = 3;

export interface MergeOptions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
  readonly labels: Labels & { readonly base: string };
}

export function gitMerge({ base, ours, theirs, path, labels }: MergeOptions, world: World): ExitCode {
  const { files, folder } = world;
  const found = gitAnywhere(folder, world);
  const git: Git = typeof found === 'string' ? () => undefined : found;
  const [was, own, other] = [base, ours, theirs].map((file) => files.read(resolve(folder, file), MAX_TEXT_LENGTH));
  const [before, mine, yours] = [was, own, other].map((bytes) =>
    bytes instanceof Uint8Array && isUtf8(bytes) ? decoded(bytes) : undefined,
  );
  const named = { ours: visible(labels.ours), theirs: visible(labels.theirs), size: labels.size };
  const showsBase = /^z?diff3\s*$/.test(git(['config', 'merge.conflictStyle'])?.toString() ?? '');
  const shown = showsBase ? { ...named, base: visible(labels.base) } : named;
  const merged =
    mine === undefined || yours === undefined
      ? undefined
      : mergedText({ base: before, ours: mine, theirs: yours }, shown);
  if (merged === undefined) {
    const texts = ['-L', named.ours, '-L', visible(labels.base), '-L', named.theirs, '--', ours, base, theirs];
    git(['merge-file', '--quiet', `--marker-size=${labels.size}`, ...texts]);
    const asText = t(
      '{0} cannot be read rule by rule, so it is merged as text: review all of it.',
      JSON.stringify(path),
    );
    printErrors(world, typeof found === 'string' ? found : asText);
    return conflicts;
  }
  const code = files.replace(resolve(folder, ours), Buffer.from(withMarkOf(own as Uint8Array, merged.text)));
  if (code !== undefined) printErrors(world, t('{0} cannot be written ({1}).', JSON.stringify(path), code));
  return code === undefined && merged.conflicts === 0 ? 0 : conflicts;
}
