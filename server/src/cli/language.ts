/** The language of a terminal, from its environment. */

/**
 * @param environment the first of these variables that is set and not empty decides
 * @param system the language of the system, for Windows, which sets none of the variables
 * @returns a tag such as `zh-cn`, as LSP's initialize has it; messages are English if the tag has no bundle
 */
export function localeOf(
  environment: Readonly<Record<string, string | undefined>>,
  system = Intl.DateTimeFormat().resolvedOptions().locale,
): string {
  const variables = ['TOGGLE_TARGETING_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'];
  const named = variables.map((name) => environment[name]).find(Boolean) ?? system;
  // zh_CN.UTF-8@pinyin
  return named
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}
