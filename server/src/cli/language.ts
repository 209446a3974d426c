/** The language of a terminal, from its environment. */

/**
 * As LSP's initialize says it of an editor: `zh-cn`. What no bundle is named for ends in English.
 * @param environment POSIX: the first of these that is set and not empty decides
 */
export function localeOf(environment: Readonly<Record<string, string | undefined>>): string {
  const named = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']].find(Boolean) ?? '';
  // zh_CN.UTF-8@pinyin
  return named
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}
