/** Formats a size in bytes for people. Pure. */
import { t } from '../../core/t.js';

export function sizeOf(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? t('{0} KiB', kib.toFixed(1)) : t('{0} MiB', (kib / 1024).toFixed(1));
}
