/** Whether an answer is one that a service with toggles gives, before anything works on it. One pass over its text. Pure. */
import { t } from '@vscode/l10n';
import { sizeOf } from '../words/sizeOf.js';

/** A sentence about what is beyond all bounds in JSON text; undefined where nothing is. Text that is no JSON is not judged. */
export function beyondBounds(text: string): string | undefined {
  /** Where each array and object begins that is open. */
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at + 1);
        break;
      case openBracket:
      case openBrace:
        if (open.push(at) > deepest)
          return t('the answer is nested more than {0} deep, as no toggle is. Is the base URL right?', deepest);
        break;
      case closeBracket:
        open.pop();
        break;
      case closeBrace: {
        const start = open.pop() ?? at;
        // The outermost is the answer itself, which may hold many toggles.
        if (open.length > 0 && at - start > largest)
          return t('the answer holds more than {0} for one toggle. Is the base URL right?', sizeOf(largest));
        break;
      }
    }
  }
  return undefined;
}

/** Where its closing quote stands, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** Levels. The content of a toggle has some ten, and a page of versions a few around it. */
const deepest = 64;
/** UTF-16 units, of which there are no more than bytes. The server stores at most 1 MiB (service.md B). */
const largest = 4 * 1024 * 1024;

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket] = [0x5b, 0x5d];
const [openBrace, closeBrace] = [0x7b, 0x7d];
