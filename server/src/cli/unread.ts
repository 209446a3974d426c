import { resolve } from 'node:path';
import { t } from '@vscode/l10n';
import type { Unreadable } from '../core/checks/unreadable.js';
import type { World } from './world.js';
import { uriOf } from '../workspace/paths.js';

/** Why a file that a person named was not read. Whoever reads files takes a folder for nothing; the person does not. */
export function whyUnread(
  path: string,
  found: Unreadable | undefined,
  { folder, disk }: Pick<World, 'folder' | 'disk'>,
): string {
  const shown = JSON.stringify(path);
  return disk.kindOf(uriOf(resolve(folder, path))) === 'folder'
    ? t('{0} is a folder, not a file.', shown)
    : t('{0} cannot be read ({1}).', shown, found?.unreadable ?? 'ENOENT');
}
