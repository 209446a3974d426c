import type { Records } from './read/records.js';
import { endAt, unclosed } from './read/records.js';
import { countBefore } from './search.js';
import type { SyntaxProblem } from './read/syntaxProblem.js';

/** The result of parsing a text. */
export interface Tree {
  readonly text: string;
  readonly records: Records;
  /** The syntax problems, sorted by offset. */
  readonly syntaxProblems: readonly SyntaxProblem[];
  /** Number of white-space characters between tokens. */
  readonly blanks: number;
  /** Offset up to which the text was parsed; the length of the text unless the reader gave up. */
  readonly readTo: number;
}

/** Whether a syntax problem begins inside the span or at its end. */
export function hasSyntaxProblemIn({ syntaxProblems }: Tree, start: number, end: number): boolean {
  const next = syntaxProblems[countBefore(syntaxProblems, (problem) => problem.start < start)];
  return next !== undefined && next.start <= end;
}

/** Offset at which a value ends. An unclosed value ends at the end of the text. */
export function endOf({ text, records }: Tree, record: number): number {
  const end = endAt(records, record);
  return end === unclosed ? text.length : end;
}
