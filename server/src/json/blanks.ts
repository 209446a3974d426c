/** What stands between tokens: spaces, line breaks and comments. No service takes comments, so each is a problem. */
import { lineBreaks } from './segment.js';
import type { SegmentWriter } from './segmentWriter.js';
import { commentAt, endOfSpaces } from './tokens.js';

export class Blanks {
  /** A comment that is not closed was met; what follows is all in it. */
  inComment = false;

  constructor(
    private readonly text: string,
    private readonly writer: SegmentWriter,
  ) {}

  /** Where the next token begins. */
  end(from: number): number {
    let at = from;
    for (;;) {
      const spacesEnd = endOfSpaces(this.text, at);
      const character = this.text.charCodeAt(spacesEnd);
      const isBreak = character === 10 || character === 13;
      const isTwo = character === 13 && this.text.charCodeAt(spacesEnd + 1) === 10;
      const end = isBreak ? spacesEnd + (isTwo ? 2 : 1) : spacesEnd;
      this.writer.blanks += end - at;
      at = end;
      if (isBreak) this.writer.breakLine(end);
      else if (character !== 47) return at;
      else {
        const commentEnd = this.#comment(at);
        if (commentEnd === undefined) return at;
        at = commentEnd;
      }
    }
  }

  /** @returns its end; undefined where there is no comment, or one without an end */
  #comment(at: number): number | undefined {
    const comment = commentAt(this.text, at);
    if (comment === undefined) return undefined;
    if (comment.kind === 'unclosed-comment') {
      this.inComment = true;
      return undefined;
    }
    this.writer.report(comment);
    for (const { 0: lineBreak, index } of this.text.slice(at, comment.end).matchAll(lineBreaks))
      this.writer.breakLine(at + index + lineBreak.length);
    return comment.end;
  }
}
