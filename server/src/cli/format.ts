/**
 * `toggle-targeting format`: brings files into the layout that we write ourselves, or says with `--check` which are not in it. A
 * file that is no JSON is left as it is.
 */
import { isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { formattedText } from '../core/features/formatting.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import { MAX_FORMATTED_LENGTH } from '../core/json/format.js';
import { decoded, withMarkOf } from '../core/checks/encoding.js';
import type { Places } from './bounds.js';
import { boundsOf } from './bounds.js';
import { findFiles, notFollowed } from './findFiles.js';
import { shownPath } from './paths.js';
import { progress } from './progress.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

export interface FormatOptions extends Places {
  /** Says which files would change, and writes none. */
  readonly check: boolean;
}

export async function format(options: FormatOptions, world: World): Promise<ExitCode> {
  const { paths, failures, skipped } = findFiles(options.places, world, boundsOf(options, world));
  const { show, clear } = progress(paths.length, world);
  const say = (sentence: string) => {
    clear();
    world.messages.write(`${visible(sentence)}\n`);
  };
  for (const failure of failures) say(failure);
  if (skipped.length > 0) say(notFollowed(skipped, world.folder));
  let changed = 0;
  let failed = failures.length;
  for (const [index, path] of paths.entries()) {
    show(index);
    await world.breathe();
    const result = formattedFile(path, options, world);
    if (result.kind === 'same') continue;
    if (result.kind === 'failed') {
      failed += 1;
      say(result.reason);
      continue;
    }
    changed += 1;
    clear();
    world.output.write(`${visible(shownPath(path, world.folder))}\n`);
  }
  clear();
  const sentence = options.check
    ? t('Files that would change: {0} of {1}.', changed, paths.length)
    : t('Files that changed: {0} of {1}.', changed, paths.length);
  world.output.write(`${sentence}\n`);
  if (failed > 0) return 2;
  return options.check && changed > 0 ? 1 : 0;
}

type Result =
  { readonly kind: 'same' } | { readonly kind: 'changed' } | { readonly kind: 'failed'; readonly reason: string };

/** Writes the file, where it is to be written. */
function formattedFile(path: string, { check }: FormatOptions, { files, folder }: World): Result {
  const shown = JSON.stringify(shownPath(path, folder));
  const failed = (reason: string): Result => ({ kind: 'failed', reason });
  const bytes = files.read(path, MAX_TEXT_LENGTH);
  if (!(bytes instanceof Uint8Array))
    return failed(t('{0} cannot be read ({1}).', shown, bytes?.unreadable ?? 'ENOENT'));
  if (!isUtf8(bytes)) return failed(t('{0} is not UTF-8, so it is not formatted.', shown));
  const before = decoded(bytes);
  if (before.length > MAX_FORMATTED_LENGTH)
    return failed(t('{0} is larger than 2 MiB, so it is not formatted.', shown));
  const after = formattedText(parse(before));
  if (after === undefined) return failed(t('{0} has syntax errors, so it is not formatted.', shown));
  if (after === before) return { kind: 'same' };
  if (check) return { kind: 'changed' };
  if (files.isLink(path)) return failed(t('{0} is a link, so it is not formatted.', shown));
  const code = files.replace(path, Buffer.from(withMarkOf(bytes, after)));
  return code === undefined ? { kind: 'changed' } : failed(t('{0} cannot be written ({1}).', shown, code));
}
