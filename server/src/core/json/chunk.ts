/** A piece of the text and what was understood of it. Everything in it counts from its own start, so it can be moved. */
import type { SyntaxProblem } from './syntaxProblem.js';
import type { Records } from './records.js';
import { endAt, isContainer, Kind, kindAt, nextAt, size, unclosed, valueOfKey } from './records.js';
import { countBefore } from './search.js';

/** A container that is open at a place of the text, with all that are open around it. */
export interface OpenContainer {
  readonly kind: typeof Kind.document | typeof Kind.object | typeof Kind.array;
  /** The property that it is the value of. */
  readonly key: string | undefined;
  readonly up: OpenContainer | undefined;
  /** How many containers are open here; of them, how many objects. */
  readonly depth: number;
  readonly objects: number;
  /** A string in it lacks its closing quote, so it may hold brackets that were meant as structure: the reader does not report those as missing. */
  readonly hasOpenString: boolean;
  /** A list whose bracket is missing where it begins. */
  readonly implied: boolean;
}

/** A piece of the text and what the reader made of it, wherever it stands. */
export interface ChunkContent {
  readonly text: string;
  readonly records: Records;
  /**
   * What the chunk adds to the containers that cross its border, in order. A number from 0 on is the index of a record that
   * opens, closes or names something; the number −n stands for n values without a key.
   */
  readonly spanningRecords: readonly number[];
  /** In order. One that goes to the end of the whole text has the end `wholeRest`. */
  readonly syntaxProblems: readonly SyntaxProblem[];
  /** How many characters are blanks between tokens. */
  readonly blanks: number;
  /** Whether it was not read yet, or the reader gave up at its end and understood nothing of what follows. */
  readonly mustBeRead: boolean;
  /** What is found in it (check-engine/foundInChunk.ts), which so is gone when it is: V8 keeps what a WeakMap holds far longer. */
  found: unknown;
  /** What the outline says of the items in it, by their records (features/documentSymbol.ts). */
  outlined: Map<number, unknown> | undefined;
}

export class Chunk {
  // Walks through all chunks ask for little else than these.
  readonly text: string;
  readonly length: number;
  readonly records: Records;
  readonly spanningRecords: readonly number[];
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly mustBeRead: boolean;
  /** Whether it is only items of one list, each from its first character to its last. */
  readonly holdsWholeItems: boolean;
  private knownLineStarts: readonly number[] | undefined;
  private knownBytes: number | undefined;

  /**
   * @param content the same object in every chunk that differs in `openAtStart` alone
   * @param openAtStart the innermost container that is open where it begins: an array, right behind a comma of it, or the
   * document itself. Undefined where the reader had given up.
   */
  constructor(
    readonly content: ChunkContent,
    readonly openAtStart: OpenContainer | undefined,
  ) {
    this.text = content.text;
    this.length = content.text.length;
    this.records = content.records;
    this.spanningRecords = content.spanningRecords;
    this.syntaxProblems = content.syntaxProblems;
    this.mustBeRead = content.mustBeRead;
    const [items = 0, more] = content.spanningRecords;
    this.holdsWholeItems = openAtStart?.kind === Kind.array && items < 0 && more === undefined;
  }

  /** One that waits to be read. */
  static waiting(text: string, openAtStart: OpenContainer | undefined): Chunk {
    const nothing = {
      records: noRecords,
      spanningRecords: [],
      syntaxProblems: [],
      blanks: 0,
      found: undefined,
      outlined: undefined,
    };
    return new Chunk({ text, ...nothing, mustBeRead: true }, openAtStart);
  }

  /** The same items in a list that stands elsewhere. Only for one that is plain and has no syntax problems. */
  under(openAtStart: OpenContainer): Chunk {
    return new Chunk(this.content, openAtStart);
  }

  /** Where lines begin, the first at 0. Line breaks are LSP's: LF, CR, or both together. */
  get lineStarts(): readonly number[] {
    this.knownLineStarts ??= lineStartsIn(this.text);
    return this.knownLineStarts;
  }

  /** How many line breaks it has. */
  get lines(): number {
    return this.lineStarts.length - 1;
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

  /** The line (0 for the first of the chunk) that an offset is in. */
  lineAt(offset: number): number {
    return Math.max(0, countBefore(this.lineStarts, (start) => start <= offset) - 1);
  }
}

const noRecords = new Int32Array(0);

function lineStartsIn(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 10 || (character === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** The end of a problem that goes to the end of the whole text. */
export const wholeRest = Number.MAX_SAFE_INTEGER;

export const documentStart: OpenContainer = {
  kind: Kind.document,
  key: undefined,
  up: undefined,
  depth: 0,
  objects: 0,
  hasOpenString: false,
  implied: false,
};

export function sameOpen(a: OpenContainer | undefined, b: OpenContainer | undefined): boolean {
  for (let [one, other] = [a, b]; one !== other; [one, other] = [one.up, other.up]) {
    if (one === undefined || other === undefined) return false;
    if (one.kind !== other.kind || one.key !== other.key) return false;
    if (one.hasOpenString !== other.hasOpenString || one.implied !== other.implied) return false;
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
