/** Writes a file anew that says what it said when it was read. */
import { t } from '@vscode/l10n';
import { decoded, withMarkOf } from '../../core/checks/text/encoding.js';
import type { World } from '../world.js';

/** @returns why it cannot be written. A byte order mark stays. */
export function replaceText(path: string, before: string, after: string, { files }: World): string | undefined {
  const bytes = files.read(path, Number.MAX_SAFE_INTEGER);
  if (!(bytes instanceof Uint8Array)) return bytes?.unreadable ?? 'ENOENT';
  if (decoded(bytes) !== before) return t('it has changed meanwhile');
  return files.replace(path, Buffer.from(withMarkOf(bytes, after)));
}
