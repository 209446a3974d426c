/** Puts what the reader understands into records, and cuts the text into chunks. */
import type { SyntaxProblem } from './syntaxProblem.js';
import type { Level } from './levels.js';
import { openOf } from './levels.js';
import { size, unclosed } from './records.js';
import type { OpenContainer } from './chunk.js';
import { Chunk, spanningRecordsOf, wholeRest } from './chunk.js';
import { stringAt } from './tokens.js';

export class ChunkWriter {
  readonly chunks: Chunk[] = [];
  /** Where the chunk that is being written begins. */
  start = 0;
  /** Its blanks between tokens, in characters. */
  blanks = 0;
  /** The index of the next record. */
  length = 0;
  /** Room for more than are written: a deep text has millions. */
  private records = new Int32Array(256);
  private syntaxProblems: SyntaxProblem[] = [];

  /** @param openAtStart what is open where the chunk begins that is being written */
  constructor(
    private readonly text: string,
    public openAtStart: OpenContainer,
  ) {}

  /** The container of a record was closed. */
  endContainer(record: number, end: number): void {
    this.records[record + 2] = end - this.start;
    this.records[record + 3] = this.length;
  }

  /** The value of a key's record was read. */
  endValue(key: number): void {
    this.records[key + 3] = this.length;
  }

  /**
   * Whether a chunk may end here: in a list of the body's content the shortest has 1,024 characters, in the depths of a
   * rule 2,048. Of a short text a quarter of that: it is a small file, or where someone types, and the next edit is most
   * often in the same place.
   */
  isLongEnough(depth: number, end: number): boolean {
    return end - this.start >= (this.text.length > 8_192 ? 128 : 32) << Math.min(depth, 4);
  }

  /** @param top the innermost of the containers that are open at `end` */
  cut(top: Level, end: number): void {
    const open = openOf(top, (key) => stringAt(this.text.slice(this.start, end), this.records, key));
    this.finish(top, end, { gaveUp: false });
    this.openAtStart = open;
  }

  /** As `cut`, where no chunk follows that would want to know what is open. */
  finish(top: Level, end: number, { gaveUp }: { readonly gaveUp: boolean }): void {
    for (let level: Level | undefined = top; level !== undefined; level = level.up) {
      const { record, key } = level;
      if (record === -1 && key === -1) break;
      if (record !== -1) {
        this.records[record + 2] = unclosed;
        this.records[record + 3] = this.length;
      }
      if (key !== -1) this.records[key + 3] = this.length;
      level.record = -1;
      level.key = -1;
    }
    const records = this.records.slice(0, this.length);
    const content = {
      text: this.text.slice(this.start, end),
      records,
      spanningRecords: spanningRecordsOf(records),
      syntaxProblems: this.syntaxProblems.sort((a, b) => a.start - b.start || a.end - b.end),
      blanks: this.blanks,
      mustBeRead: gaveUp,
      found: undefined,
      outlined: undefined,
    };
    this.chunks.push(new Chunk(content, this.openAtStart));
    this.start = end;
    this.blanks = 0;
    this.length = 0;
    this.syntaxProblems = [];
  }

  write(kindAndFlags: number, start: number, end: number): void {
    const { length } = this;
    if (length + size > this.records.length) {
      const longer = new Int32Array(this.records.length * 2);
      longer.set(this.records);
      this.records = longer;
    }
    const { records, start: from } = this;
    records[length] = kindAndFlags;
    records[length + 1] = start - from;
    records[length + 2] = end - from;
    records[length + 3] = length + size;
    this.length = length + size;
  }

  report({ kind, missing, start, end }: SyntaxProblem): void {
    const from = this.start;
    this.syntaxProblems.push({ kind, missing, start: start - from, end: end === wholeRest ? end : end - from });
  }
}
