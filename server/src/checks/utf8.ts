/** How many bytes a text has in UTF-8 as Java writes it: half of a surrogate pair is one byte, a question mark. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code > 0xffff) {
      bytes += 4;
      at += 1;
    } else bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 3;
  }
  return bytes;
}
