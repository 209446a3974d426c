/**
 * # unreadable-file (error; not configurable)
 * The file cannot be read, and is not pushed; the message says why. It is larger than 4 MiB (one beside the targeting
 * files, as `targeting.config.json`: 0.5 MiB), has more than 5,000 problems, is no regular file, is not UTF-8, or the system
 * denies access to it. Or a text in it was lost: it has U+FFFD, which editors show for bytes that are not UTF-8. The escape `\ufffd` is allowed.
 * ```jsonc
 * { "content": { "rules": [] } } // with ten megabytes of rules
 * ```
 * Fix: yours to decide; where it is long lists of users, put them into a segment of the service.
 * ---
 * What is said of a file that cannot be read, whoever was to read it. How files are read is not known here.
 */
import { t } from '@vscode/l10n';
import type { Problem } from '../problem.js';

/** Why something that is there is not read: the system's code (EACCES), or some words. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Of a config, and of users and tests. Bytes, or UTF-16 units of what is open in an editor. */
export const MAX_BESIDE_BYTES = 512 * 1024;

export function tooLarge(limit: number): Unreadable {
  return { unreadable: t('larger than {0} MiB', limit / (1024 * 1024)) };
}

export function noRegularFile(): Unreadable {
  return { unreadable: t('not a regular file') };
}

export function linkOut(): Unreadable {
  return { unreadable: t('a link, or behind one') };
}

export function notReadable({ unreadable }: Unreadable): string {
  return t('The file cannot be read ({0}).', unreadable);
}

export const unreadableCode = 'unreadable-file';

/** The only problem that such a file has. */
export function unreadableFile(reason: Unreadable): Problem {
  const start = { line: 0, character: 0 };
  return { code: unreadableCode, message: notReadable(reason), range: { start, end: start } };
}
