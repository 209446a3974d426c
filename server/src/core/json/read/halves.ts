/** Halves of characters: a surrogate without its other half, which JSON can express and UTF-8 cannot. */

export function hasLoneSurrogates(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed();
}

/** Replaces each half by a question mark, as the open-source service stores it. */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(half, '?');
}

/** A pair is one character to this expression. */
const half = /\p{Surrogate}/gu;
