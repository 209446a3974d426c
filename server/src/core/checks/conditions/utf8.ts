/** The length in bytes of a text that Java writes as UTF-8: an unpaired surrogate becomes a one-byte question mark. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text) - 2 * (text.match(/\p{Surrogate}/gu)?.length ?? 0);
}
