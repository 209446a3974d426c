/** Finds lone surrogates: halves of a character that lack the other half. JSON can express them, but UTF-8 cannot. */

export function hasLoneSurrogates(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed();
}

/** Replaces each lone surrogate with a question mark, as the open-source service does. */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(half, '?');
}

/** Matches only lone surrogates, because the `u` flag treats a pair as one character. */
const half = /\p{Surrogate}/gu;
