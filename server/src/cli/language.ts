/** Detects the language of a terminal from environment variables. */

/**
 * @param environment the environment variables; the first nonempty language variable decides
 * @param system the system's language, used if no variable is set, as on Windows
 * @returns a tag such as `zh-cn`, as in LSP's `initialize`; messages are in English if no bundle matches the tag
 */
export function localeOf(
  environment: Readonly<Record<string, string | undefined>>,
  system = Intl.DateTimeFormat().resolvedOptions().locale,
): string {
  const variables = ['TOGGLE_TARGETING_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG'];
  const named = variables.map((name) => environment[name]).find(Boolean) ?? system;
  // For example `zh_CN.UTF-8@pinyin`.
  return named
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}
