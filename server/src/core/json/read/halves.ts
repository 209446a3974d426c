/** Halves of characters: a surrogate without its other half, which JSON can spell and UTF-8 cannot. */

export function hasHalves(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed();
}

/** With a question mark for each, as the open-source service stores it. */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(half, '?');
}

/** A pair is one character here. */
const half = /\p{Surrogate}/gu;
