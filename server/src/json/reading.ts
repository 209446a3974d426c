/** What the reader is told of the text that follows, and what it makes of its own. */
import type { OpenContainer, Segment } from './segment.js';

export interface Reading {
  readonly segments: readonly Segment[];
  /** Up to where the text is in the segments. The rest depends on what follows it. */
  readonly end: number;
  /** What is open there. */
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
