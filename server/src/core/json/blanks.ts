/** What stands between tokens: spaces, line breaks and comments. No service takes comments, so each is a problem. */
import type { ChunkWriter } from './chunkWriter.js';
import { commentAt, endOfBlanks } from './tokens.js';

export class Blanks {
  /** A comment that is not closed was met; what follows is all in it. */
  inComment = false;

  constructor(
    private readonly text: string,
    private readonly writer: ChunkWriter,
  ) {}

  /** Where the next token begins. */
  end(from: number): number {
    for (let at = from; ;) {
      const end = endOfBlanks(this.text, at);
      this.writer.blanks += end - at;
      const comment = this.text.charCodeAt(end) === 47 ? commentAt(this.text, end) : undefined;
      this.inComment = comment?.kind === 'unclosed-comment';
      if (comment === undefined || this.inComment) return end;
      this.writer.report(comment);
      at = comment.end;
    }
  }
}
