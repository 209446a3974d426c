/** What a command makes, in a file of its own. */
import { t } from '@vscode/l10n';
import type { World } from './world.js';

/** @returns why it cannot be written */
export function writeText(path: string, text: string, { files }: Pick<World, 'files'>): string | undefined {
  const bytes = Buffer.from(text);
  const code = files.create(path, bytes);
  const again = code === 'EEXIST' ? files.replace(path, bytes) : code;
  return again === undefined ? undefined : t('{0} cannot be written ({1}).', JSON.stringify(path), again);
}
