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

/** What the reader made of a segment's text. */
export interface Understood {
  readonly records: Records;
  /** In order. One that goes to the end of the whole text has the end `wholeRest`. */
  readonly syntaxProblems: readonly SyntaxProblem[];
  /** Where lines begin, the first at 0. Line breaks are LSP's: LF, CR, or both together. */
  readonly lineStarts: readonly number[];
  /** How many characters are blanks between tokens. */
  readonly blanks: number;
  /** The reader gave up at its end: what follows is not understood. */
  readonly gaveUp: boolean;
}

export class Segment implements Understood {
  readonly records: Records;
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly blanks: number;
  readonly gaveUp: boolean;
  /** Whether the above holds. If not, the segment waits to be read; why the reader gave up is always looked at again. */
  readonly settled: boolean;
  /**
   * Of what is in the containers that go on beyond the segment, in order: the records that open, close or name something;
   * a negative number is a count of items.
   */
  readonly spine: readonly number[];
  /** Whether it is only items of one list, each from its first character to its last. */
  readonly isPlain: boolean;
  /** Of its text. Walks through all segments ask for little else than this, `lines` and `tail`, so they are kept here. */
  readonly length: number;
  private knownLines: number | undefined;
  private knownTail: number | undefined;
  private knownLineStarts: readonly number[] | undefined;
  private knownBytes: number | undefined;

  /**
   * @param before what is open where it begins: right behind a comma of the innermost container, an array, or at the start
   * of the text. Undefined where the reader had given up.
   */
  constructor(
    readonly text: string,
    readonly before: Open | undefined,
    understood?: Understood,
    spine?: readonly number[],
  ) {
    this.length = text.length;
    this.records = understood?.records ?? noRecords;
    this.syntaxProblems = understood?.syntaxProblems ?? [];
    this.blanks = understood?.blanks ?? 0;
    this.gaveUp = understood?.gaveUp ?? false;
    this.settled = understood?.gaveUp === false;
    this.spine = spine ?? spineOf(this.records);
    this.isPlain = before?.kind === Kind.array && this.spine.length === 1 && (this.spine[0] ?? 0) < 0;
    this.knownLineStarts = understood?.lineStarts;
  }

  /** The same items in a list that stands elsewhere. Only for one that is plain and has no syntax problems. */
  under(before: Open): Segment {
    const moved = new Segment(this.text, before, this, this.spine);
    moved.knownBytes = this.knownBytes;
    return moved;
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
    return this.bytes - this.blanks;
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

function spineOf(records: Records): readonly number[] {
  const spine: number[] = [];
  let items = 0;
  const push = (record: number) => {
    if (items > 0) spine.push(-items);
    items = 0;
    spine.push(record);
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
  if (items > 0) spine.push(-items);
  return spine;
}
