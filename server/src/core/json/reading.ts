/** What the reader makes of a text, and what it is told of the text that follows. */
import type { OpenContainer, Chunk } from './chunk.js';

export interface Reading {
  readonly chunks: readonly Chunk[];
  /** The end of the last chunk. What the rest of the text means depends on what follows it. */
  readonly end: number;
  /** The innermost container that is open there. */
  readonly open: OpenContainer;
  /** A comment is open where the text ends, and may be closed further down. */
  readonly inComment: boolean;
}

export interface Following {
  /** Whether the whole document ends with this text. */
  readonly atEnd: boolean;
  /** Whether a comment that is open where the text ends may be closed further down. */
  readonly mayEndComment: boolean;
}
