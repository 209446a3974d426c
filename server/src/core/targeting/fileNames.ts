import { t } from '../t.js';

export const targetingEnding = '.targeting.json';
export const configFileName = 'targeting.config.json';
export const usersFileName = 'targeting.users.json';
export const testsEnding = '.targeting.test.json';

export type FileKind = 'targeting' | 'config' | 'users' | 'tests';

export function kindOf(uri: string): FileKind {
  if (uri.endsWith(`/${configFileName}`)) return 'config';
  if (uri.endsWith(`/${usersFileName}`)) return 'users';
  return uri.endsWith(testsEnding) ? 'tests' : 'targeting';
}

/** Whether the URI names a targeting file, config, users file or test file. */
export function isOurs(uri: string): boolean {
  return uri.endsWith(targetingEnding) || kindOf(uri) !== 'targeting';
}

/** The URI of the targeting file that a test file tests. */
export function testedBy(testsUri: string): string {
  return `${testsUri.slice(0, -testsEnding.length)}${targetingEnding}`;
}

/** The URI of the test file for a targeting file; the inverse of `testedBy`. */
export function testsOf(targetingUri: string): string {
  return `${targetingUri.slice(0, -targetingEnding.length)}${testsEnding}`;
}

/** @returns the reason why a file name is misleading or prevents a checkout on some systems; undefined if valid */
export function mistakeInName(name: string): string | undefined {
  const [wrong] = forbidden.exec(name) ?? [];
  if (wrong !== undefined) return t('A file name cannot have {0} in it.', JSON.stringify(wrong));
  if (name.startsWith('.')) return t('{0} begins with a dot, so it would be hidden.', JSON.stringify(name));
  if (name.startsWith('-'))
    return t('{0} begins with a hyphen, so programs take it for an option.', JSON.stringify(name));
  if (reserved.test(name))
    return t('{0} is a device name on Windows, so no file can have this name.', JSON.stringify(name));
  return /[. ]$/.test(name)
    ? t('{0} ends with a dot or a space, which Windows removes.', JSON.stringify(name))
    : undefined;
}

/** Characters forbidden by Windows or URIs, invisible characters except spaces and joiners, and bidi controls. */
const forbidden = /(?![ \u200C\u200D])[\\/:*?"<>|\p{Cc}\p{Z}\p{Cf}\p{DI}\u2800\p{Surrogate}]/u;

/** Names of Windows devices, with any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;
