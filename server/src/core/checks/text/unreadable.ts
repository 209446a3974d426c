/**
 * # unreadable-file (error; not configurable)
 * The file cannot be read, so it is not pushed; the message gives the reason. It is larger than 4 MiB (other files, such as
 * `targeting.config.json`: 0.5 MiB), has more than 5,000 problems, is not a regular file, is not UTF-8, or the system
 * denies access. Or text was lost: the file contains U+FFFD, which editors show for bytes that are not UTF-8. The escape
 * `\ufffd` is allowed.
 * Not reported: UTF-16 with a byte order mark, which is read.
 * ```jsonc
 * { "content": { "rules": [] } } // with ten megabytes of rules
 * ```
 * Fix: yours to decide; move long lists of users into a segment of the service.
 * ---
 * Contains the messages for unreadable files, regardless of how files are read.
 */
import { t } from '../../t.js';
import type { Problem } from '../problem.js';

/** The reason why an existing file is not read: the system's error code, such as EACCES, or a few words. */
export interface Unreadable {
  readonly unreadable: string;
}

/** The maximum size of a config, users file or test file: in bytes, or in UTF-16 code units for open documents. */
export const MAX_BESIDE_BYTES = 512 * 1024;

export function tooLarge(limit: number): Unreadable {
  return { unreadable: t('larger than {0} MiB', limit / (1024 * 1024)) };
}

export function noRegularFile(): Unreadable {
  return { unreadable: t('not a regular file') };
}

export function linkOut(): Unreadable {
  return { unreadable: t('a link, or reached through a link') };
}

export function notReadable({ unreadable }: Unreadable): string {
  return t('The file cannot be read ({0}).', unreadable);
}

export const unreadableCode = 'unreadable-file';

export function unreadableFile(reason: Unreadable): Problem {
  const start = { line: 0, character: 0 };
  return { code: unreadableCode, message: notReadable(reason), range: { start, end: start } };
}
