/** Notifications make `[text](command:…)` a link that runs a command; words of a service or a repository must not. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
