/** A piece of the text and what was understood of it. Everything in it counts from its own start, so it can be moved. */
import type { SyntaxProblem } from './nodes.js';
import type { Records } from './records.js';
import { endAt, isContainer, Kind, kindAt, nextAt, size, unclosed, valueOfKey } from './records.js';
import { countBefore } from './search.js';

/** A container that is open at a place of the text, with all that are open around it. */
export interface Open {
  readonly kind: typeof Kind.document | typeof Kind.object | typeof Kind.array;
  /** The property that it is the value of. */
  readonly key: string | undefined;
  readonly up: Open | undefined;
  /** How many containers are open here; of them, how many objects. */
  readonly depth: number;
  readonly objects: number;
  /** A string in it ran into the end of its line, perhaps over brackets: that others are missing says nothing new. */
  readonly swallowed: boolean;
  /** A list whose bracket is missing where it begins. */
  readonly implied: boolean;
}

/** A piece of the text and what the reader made of it, wherever it stands. */
export interface SegmentContent {
  readonly text: string;
  readonly records: Records;
  /**
   * Of what is in the containers that go on beyond the segment, in order: the records that open, close or name something;
   * a negative number is a count of items.
   */
  readonly spanningRecords: readonly number[];
  /** In order. One that goes to the end of the whole text has the end `wholeRest`. */
  readonly syntaxProblems: readonly SyntaxProblem[];
  /** Where lines begin, the first at 0. Line breaks are LSP's: LF, CR, or both together. Undefined: not looked at yet. */
  readonly lineStarts: readonly number[] | undefined;
  /** How many characters are blanks between tokens. */
  readonly blanks: number;
  /** The reader gave up at its end: what follows is not understood. */
  readonly gaveUp: boolean;
}

export class Segment {
  readonly text: string;
  readonly records: Records;
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly gaveUp: boolean;
  readonly spanningRecords: readonly number[];
  /** Whether it is only items of one list, each from its first character to its last. */
  readonly isPlain: boolean;
  /** Of its text. Walks through all segments ask for little else than this, `lines` and `tail`, so they are kept here. */
  readonly length: number;
  private knownLines: number | undefined;
  private knownTail: number | undefined;
  private knownLineStarts: readonly number[] | undefined;
  private knownBytes: number | undefined;

  /**
   * @param content the same object in every segment that differs in `openBefore` alone
   * @param openBefore what is open where it begins: right behind a comma of the innermost container, an array, or at the start
   * of the text. Undefined where the reader had given up.
   * @param settled whether the content holds. If not, the segment waits to be read.
   */
  constructor(
    readonly content: SegmentContent,
    readonly openBefore: Open | undefined,
    readonly settled: boolean,
  ) {
    this.text = content.text;
    this.length = content.text.length;
    this.records = content.records;
    this.syntaxProblems = content.syntaxProblems;
    this.gaveUp = content.gaveUp;
    this.spanningRecords = content.spanningRecords;
    this.isPlain =
      openBefore?.kind === Kind.array && this.spanningRecords.length === 1 && (this.spanningRecords[0] ?? 0) < 0;
    this.knownLineStarts = content.lineStarts;
  }

  /** One that waits to be read. */
  static unread(text: string, openBefore: Open | undefined): Segment {
    const nothing = {
      records: noRecords,
      spanningRecords: [],
      syntaxProblems: [],
      lineStarts: undefined,
      blanks: 0,
      gaveUp: false,
    };
    return new Segment({ text, ...nothing }, openBefore, false);
  }

  /** The same items in a list that stands elsewhere. Only for one that is plain and has no syntax problems. */
  under(openBefore: Open): Segment {
    return new Segment(this.content, openBefore, this.settled);
  }

  get lineStarts(): readonly number[] {
    this.knownLineStarts ??= lineStartsIn(this.text);
    return this.knownLineStarts;
  }

  /** Line breaks, and characters behind the last of them. */
  get lines(): number {
    this.knownLines ??= this.lineStarts.length - 1;
    return this.knownLines;
  }

  get tail(): number {
    this.knownTail ??= this.length - (this.lineStarts.at(-1) ?? 0);
    return this.knownTail;
  }

  /** Of its text in UTF-8. */
  get bytes(): number {
    this.knownBytes ??= Buffer.byteLength(this.text);
    return this.knownBytes;
  }

  /** The same without the blanks between tokens. */
  get compactBytes(): number {
    return this.bytes - this.content.blanks;
  }

  /** The line (0 for the first of the segment) that an offset is in. */
  lineAt(offset: number): number {
    return Math.max(0, countBefore(this.lineStarts, (start) => start <= offset) - 1);
  }
}

const noRecords = new Int32Array(0);

function lineStartsIn(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(lineBreaks), (found) => found.index + found[0].length)];
}

export const lineBreaks = /\r\n|\r|\n/g;

/** The end of a problem that goes to the end of the whole text. */
export const wholeRest = Number.MAX_SAFE_INTEGER;

export const documentStart: Open = {
  kind: Kind.document,
  key: undefined,
  up: undefined,
  depth: 0,
  objects: 0,
  swallowed: false,
  implied: false,
};

export function sameOpen(a: Open | undefined, b: Open | undefined): boolean {
  for (let [one, other] = [a, b]; one !== other; [one, other] = [one.up, other.up]) {
    if (one === undefined || other === undefined) return false;
    if (one.kind !== other.kind || one.key !== other.key) return false;
    if (one.swallowed !== other.swallowed || one.implied !== other.implied) return false;
  }
  return true;
}

export function spanningRecordsOf(records: Records): readonly number[] {
  const spanningRecords: number[] = [];
  let items = 0;
  const push = (record: number) => {
    if (items > 0) spanningRecords.push(-items);
    items = 0;
    spanningRecords.push(record);
  };
  const goesOn = (at: number) => isContainer(kindAt(records, at)) && endAt(records, at) === unclosed;
  for (let at = 0; at < records.length;) {
    const kind = kindAt(records, at);
    const value = kind === Kind.key ? valueOfKey(records, at) : at;
    if (kind === Kind.key || kind === Kind.close) push(at);
    else items += 1;
    if (value !== undefined && goesOn(value)) push(value);
    at = value !== undefined && goesOn(value) ? value + size : nextAt(records, at);
  }
  if (items > 0) spanningRecords.push(-items);
  return spanningRecords;
}
