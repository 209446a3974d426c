/** What is said of a file that is not looked at, whoever was to read it. How files are read is not known here. */
import { t } from '@vscode/l10n';
import { messages } from './catalogue.js';
import type { Problem } from './problem.js';

/** Why something that is there is not read: the system's code (EACCES), or some words. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Bytes, or UTF-16 units of what is open in an editor. */
export const largestConfig = 1024 * 1024;

export function tooLarge(limit: number): Unreadable {
  return { unreadable: t('larger than {0} MiB', limit / (1024 * 1024)) };
}

export function noRegularFile(): Unreadable {
  return { unreadable: t('no regular file') };
}

export function linkOut(): Unreadable {
  return { unreadable: t('a link that leads out of the folder') };
}

/** The only problem that such a file has. */
export function unreadableFile({ unreadable }: Unreadable): Problem {
  const start = { line: 0, character: 0 };
  return { code: 'unreadable-file', message: messages.unreadable(unreadable), range: { start, end: start } };
}
