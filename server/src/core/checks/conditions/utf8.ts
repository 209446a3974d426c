/** How many bytes a text has in UTF-8 as Java writes it: half of a surrogate pair is one byte, a question mark, and not three. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text) - 2 * (text.match(/\p{Surrogate}/gu)?.length ?? 0);
}
