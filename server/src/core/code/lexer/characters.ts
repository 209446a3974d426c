/** Classes of characters in source code, by UTF-16 code. */

export function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

export function isBlank(code: number): boolean {
  if (code < 128) return code <= 32;
  // `\s` lacks the next-line character and the marks for the direction of text.
  return code === 0x85 || (code >= 0x202a && code <= 0x202e) || /\s/.test(String.fromCharCode(code));
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Non-ASCII characters count as letters, because languages do not use them for punctuation or quotes. */
export function isNameStart(code: number): boolean {
  if (code >= 128) return !isBlank(code);
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
