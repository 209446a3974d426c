/** How texts of the user's file stand in a message: cut, so that a message stays one line. */

export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function quoted(text: string): string {
  return JSON.stringify(short(text));
}

export function listed(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ');
}

/** Of a number or boolean that stands bare where a string belongs, what the service makes of it (evaluation.md 1.1). */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
