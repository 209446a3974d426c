/** From the bytes of a file to the text that an editor would show, and back. */

export interface FileText {
  /** Without a byte order mark, which no editor counts as a character. */
  readonly text: string;
  readonly mark: string;
  /** Whether the bytes that come of the text are those that it came of; only then may it be written. */
  readonly isFaithful: boolean;
}

export function decoded(bytes: Uint8Array): FileText {
  const wide = encodingOfMark(bytes);
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), mark: '', isFaithful: false };
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  // Bytes that are no UTF-8 become this character; in a file that has it itself, the bytes decide.
  const isFaithful = !whole.includes('\uFFFD') || Buffer.from(whole).equals(bytes);
  return { text: whole.slice(mark.length), mark, isFaithful };
}

export function encoded(text: string, mark: string): Uint8Array {
  return Buffer.from(mark + text);
}

/** Windows PowerShell redirects into such files. */
function encodingOfMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
