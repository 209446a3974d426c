/** Replaces the text of a file if the file is unchanged since it was read. */
import { t } from '../../core/t.js';
import { decoded, withMarkOf } from '../../core/checks/text/encoding.js';
import type { World } from '../world.js';

/** Replaces the text, but keeps a BOM. @returns why the file cannot be written */
export function replaceText(path: string, before: string, after: string, { files }: World): string | undefined {
  const bytes = files.read(path, Number.MAX_SAFE_INTEGER);
  if (!(bytes instanceof Uint8Array)) return bytes?.unreadable ?? 'ENOENT';
  if (decoded(bytes) !== before) return t('it has changed in the meantime');
  return files.replace(path, Buffer.from(withMarkOf(bytes, after)));
}
