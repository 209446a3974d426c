/** Converts between the bytes of a file and the text that an editor shows. */
import { t } from '../../t.js';
import type { Unreadable } from './unreadable.js';

/** Decodes UTF-8 and UTF-16. Refuses other encodings, whose characters would be pushed as U+FFFD. */
export function textIn(bytes: Uint8Array): string | Unreadable {
  try {
    return new TextDecoder(encodingOfMark(bytes), { fatal: true }).decode(bytes);
  } catch {
    return { unreadable: t('not UTF-8') };
  }
}

/** Decodes bytes, without the byte order mark, which editors do not count as a character. */
export function decoded(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfMark(bytes)).decode(bytes);
}

/** The text to write into a UTF-8 file, with a byte order mark if the file's bytes have one. */
export function withMarkOf([first, second, third]: Uint8Array, text: string): string {
  return first === 0xef && second === 0xbb && third === 0xbf ? `\uFEFF${text}` : text;
}

/** The encoding that the byte order mark indicates, or UTF-8. Windows PowerShell redirects output into UTF-16 files. */
function encodingOfMark([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
