/** A text split into lines as LSP requires. A position past the end of a line or of the text means that end. */
import type { Position, Range } from 'vscode-languageserver-types';
import { countBefore } from './search.js';

export function sameRange(a: Range, b: Range): boolean {
  return samePosition(a.start, b.start) && samePosition(a.end, b.end);
}

export function samePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

export function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** LSP's TextDocumentContentChangeEvent. Without a range, `text` replaces the whole document. */
export interface Change {
  readonly range?: Range | undefined;
  readonly text: string;
}

export class LinedText {
  #starts: readonly number[] | undefined;

  constructor(readonly text: string) {}

  changed({ range, text }: Change): LinedText {
    if (range === undefined) return new LinedText(text);
    const [start, end] = [this.offsetAt(range.start), this.offsetAt(range.end)].sort((a, b) => a - b);
    return new LinedText(this.text.slice(0, start) + text + this.text.slice(end));
  }

  /** The zero-based number of the line that contains the offset. */
  lineAt(offset: number): number {
    return Math.max(0, countBefore(this.#lineStarts, (start) => start <= offset) - 1);
  }

  positionAt(offset: number): Position {
    const { text } = this;
    const at = Math.min(Math.max(0, offset), text.length);
    const line = this.lineAt(at);
    // A cursor cannot be between CR and LF.
    const isBetween = text[at - 1] === '\r' && text[at] === '\n';
    return { line, character: at - (isBetween ? 1 : 0) - (this.#lineStarts[line] ?? 0) };
  }

  offsetAt({ line, character }: Position): number {
    const { text } = this;
    const start = this.#lineStarts[Math.max(0, line)] ?? text.length;
    let end = this.#lineStarts[Math.max(0, line) + 1] ?? text.length;
    while (end > start && isLineBreak(text.charCodeAt(end - 1))) end -= 1;
    return Math.min(start + Math.max(0, character), end);
  }

  get #lineStarts(): readonly number[] {
    return (this.#starts ??= lineStartsIn(this.text));
  }
}

function isLineBreak(character: number): boolean {
  return character === 10 || character === 13;
}

/** Offsets at which lines begin, starting with 0. A line ends with LF, CR or CRLF. */
function lineStartsIn(text: string): readonly number[] {
  const starts = [0];
  const hasReturns = text.includes('\r');
  for (let at = 0; at < text.length; at += 1) {
    // Most texts have only line feeds as line breaks, and `indexOf` is the fastest way to find them.
    if (!hasReturns) at = text.indexOf('\n', at);
    if (at === -1) break;
    const character = text.charCodeAt(at);
    if (character === 10 || (character === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}
