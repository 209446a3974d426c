/** Words of a service or a repository among our own, so that they cannot look like them. Pure. */

/** Without line breaks, and without what would turn the line around. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

/** Where the editor would make an icon of `$(name)`: as it is written. */
export function withoutIcons(text: string): string {
  return text.replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');
}
