/** The language of a terminal. */

/** @returns a tag such as `zh-cn`, from the first POSIX variable that is not empty */
export function localeOf(environment: Readonly<Record<string, string | undefined>>): string {
  const named = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']].find(Boolean) ?? '';
  // For example zh_CN.UTF-8@pinyin.
  return named
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}
