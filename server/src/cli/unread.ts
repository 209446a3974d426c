import { t } from '@vscode/l10n';
import type { Unreadable } from '../core/checks/unreadable.js';
import type { World } from './world.js';
import { uriAt } from './paths.js';

/** Why a file that a person named was not read. Whoever reads files takes a folder for nothing; the person does not. */
export function whyUnread(path: string, found: Unreadable | undefined, world: Pick<World, 'folder' | 'disk'>): string {
  const shown = JSON.stringify(path);
  return world.disk.kindOf(uriAt(path, world)) === 'folder'
    ? t('{0} is a folder, not a file.', shown)
    : t('{0} cannot be read ({1}).', shown, found?.unreadable ?? 'ENOENT');
}
