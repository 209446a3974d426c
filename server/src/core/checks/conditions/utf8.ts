/** Bytes in UTF-8 as Java writes it: half of a surrogate pair is a question mark, one byte instead of three. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text) - 2 * (text.match(/\p{Surrogate}/gu)?.length ?? 0);
}
