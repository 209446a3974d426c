/** A text without its cursor `|`, and the position of the cursor. */
import type { Position } from 'vscode-languageserver-types';

export interface Cursor {
  readonly text: string;
  readonly position: Position;
}

export function cursorIn(marked: string): Cursor {
  const at = marked.indexOf('|');
  if (at === -1) throw new Error(`No cursor in ${marked}`);
  const lines = marked.slice(0, at).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { text: marked.slice(0, at) + marked.slice(at + 1), position };
}
