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
