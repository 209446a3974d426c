/** Finds and replaces lone surrogates: halves of a surrogate pair. JSON escapes can express them, but UTF-8 cannot. */

export function hasLoneSurrogates(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed();
}

/** Replaces each lone surrogate with a question mark, as the open-source service does. */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(half, '?');
}

/** Matches only lone surrogates, because a pair is one character in a regular expression with the `u` flag. */
const half = /\p{Surrogate}/gu;
