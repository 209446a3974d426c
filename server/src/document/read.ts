/**
 * Text to segments, in one pass and without recursion, so that no depth overflows the stack. Never throws: whatever the
 * text, there are records of what could be understood and a list of syntax problems, one for each mistake.
 *
 * The reader cuts the text after commas of arrays, about every two thousand characters; which containers are open
 * there is all that the next segment depends on.
 */
import type { SyntaxKind, SyntaxProblem } from './nodes.js';
import { Kind, odd, size, unclosed } from './records.js';
import type { Open } from './segment.js';
import { lineBreaks, Segment, wholeRest } from './segment.js';
import { commentAt, decodeOdd, endOfPlainString, endOfSpaces, endOfWord, kindOfWord, oddString } from './tokens.js';

export interface Reading {
  readonly segments: readonly Segment[];
  /** Up to where the text is in the segments. The rest depends on what follows it. */
  readonly end: number;
  /** What is open there. */
  readonly open: Open;
}

/**
 * @param before what is open where the text begins
 * @param atEnd whether the whole document ends with this text
 */
export function read(text: string, before: Open, atEnd: boolean): Reading {
  return new Reader(text, before, atEnd).read();
}

/** The shortest segment: in a list of the body's content 2,048 characters, in the depths of a rule 4,096. */
const shortest = (depth: number) => 256 << Math.min(depth, 4);
/** So many mistakes without one comma in its place between two items: this is no JSON, and there is no end of it. */
const hopeless = 50;

type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end';

/** An open container while it is read. */
interface Level {
  readonly kind: Open['kind'];
  readonly up: Level | undefined;
  readonly depth: number;
  readonly objects: number;
  swallowed: boolean;
  /** Its record; -1 when it is in an earlier segment. */
  record: number;
  /** The record of the key whose value is wanted or being read; -1 when there is none in this segment. */
  key: number;
  /** As the segments know it; of a container that was opened in this one, made when the text is cut. */
  open: Open | undefined;
}

class Reader {
  private readonly segments: Segment[] = [];
  // Of the segment that is being read:
  private segmentStart = 0;
  private segmentBefore: Open;
  private syntaxProblems: SyntaxProblem[] = [];
  private records: Int32Array;
  private length = 0;
  private lineStarts = [0];
  // Where the reader stands:
  private at = 0;
  private top: Level;
  private expected: Expectation = 'value';
  // The token before this one; where the text goes on from another, the comma that ended that.
  private previousStart = -1;
  private previousEnd = 0;
  private previousIs: 'comma' | 'unclosed' | 'other' | 'nothing';
  /** Where the last mistake ended: a second problem that begins there would be about the same mistake. */
  private mistakeEnd = -2;
  private mistakes = 0;

  constructor(
    private readonly text: string,
    before: Open,
    private readonly atEnd: boolean,
  ) {
    this.records = new Int32Array(Math.min(64 + (text.length >> 1), 4096));
    this.segmentBefore = before;
    this.top = levelsOf(before);
    this.previousIs = before.kind === Kind.document ? 'nothing' : 'comma';
    // A byte order mark is no JSON, but it is no mistake of the person who types, either.
    if (before.kind === Kind.document && text.startsWith('\uFEFF')) this.at = 1;
  }

  read(): Reading {
    for (;;) {
      this.skipBlanks();
      if (this.at >= this.text.length) return this.finish();
      if (this.expected === 'end') return this.giveUp('unexpected');
      if (this.mistakes >= hopeless) return this.giveUp('hopeless');
      this.token();
      // Most tokens have their colon or comma right behind them.
      if (this.top.kind === Kind.document) continue;
      const next = this.text.charCodeAt(this.at);
      if (next === 58) this.colon();
      else if (next === 44) this.comma();
    }
  }

  private token(): void {
    switch (this.text.charCodeAt(this.at)) {
      case 123: // {
        return this.openContainer(Kind.object);
      case 91: // [
        return this.openContainer(Kind.array);
      case 125: // }
        return this.close(Kind.object);
      case 93: // ]
        return this.close(Kind.array);
      case 44: // ,
        return this.comma();
      case 58: // :
        return this.colon();
      case 34: // "
      case 39: // '
        return this.string();
      default:
        return this.word();
    }
  }

  private skipBlanks(): void {
    for (;;) {
      const at = endOfSpaces(this.text, this.at);
      this.at = at;
      const character = this.text.charCodeAt(at);
      if (character === 10 || character === 13) {
        this.at += character === 13 && this.text.charCodeAt(at + 1) === 10 ? 2 : 1;
        this.breakLine(this.at);
      } else if (character !== 47 || !this.skipComment(at)) return;
    }
  }

  private breakLine(next: number): void {
    this.lineStarts.push(next - this.segmentStart);
  }

  private skipComment(at: number): boolean {
    const comment = commentAt(this.text, at);
    if (comment === undefined) return false;
    this.report(comment);
    this.at = comment.end;
    // Only one in several lines has breaks in it.
    if (!/[\r\n]/.test(this.text.slice(at, comment.end))) return true;
    for (const { 0: lineBreak, index } of this.text.slice(at, comment.end).matchAll(lineBreaks))
      this.breakLine(at + index + lineBreak.length);
    return true;
  }

  private string(): void {
    const plainEnd = this.text.charCodeAt(this.at) === 34 ? endOfPlainString(this.text, this.at) : -1;
    if (plainEnd !== -1) {
      this.scalar(Kind.string, 0, plainEnd);
      return this.moveOn(plainEnd, 'other');
    }
    const { end, unclosed: ranOut } = oddString(this.text, this.at, (problem) => {
      this.mistakes += 1;
      this.report(problem);
    });
    this.scalar(Kind.string, odd, end);
    if (ranOut && !/^[^}\]]*,\s*$/.test(this.text.slice(this.at, end))) swallow(this.top);
    this.moveOn(end, ranOut ? 'unclosed' : 'other');
  }

  private word(): void {
    const end = endOfWord(this.text, this.at);
    this.scalar(kindOfWord(this.text.slice(this.at, end)), 0, end);
    this.moveOn(end, 'other');
  }

  private scalar(kind: Kind, flags: number, end: number): void {
    this.separate(end);
    // A key that ran into the end of its line has neither colon nor value yet; here the next property begins.
    if (this.expected === 'colon' && this.previousIs === 'unclosed') this.expected = 'key';
    if (this.expected === 'key' || this.expected === 'key-or-end') return this.property(kind, flags, end);
    if (this.expected === 'colon') this.complain('expected-colon', this.at, end);
    if (kind === Kind.invalid) this.complain('not-a-value', this.at, end);
    this.write(kind | flags, this.at, end);
    this.valueIsDone();
  }

  private property(kind: Kind, flags: number, end: number): void {
    if (kind !== Kind.string) this.complain('unquoted-key', this.at, end);
    this.top.key = this.length;
    this.write(Kind.key | (kind === Kind.string ? flags : odd), this.at, end);
    this.expected = 'colon';
  }

  private openContainer(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    this.separate(at + 1);
    const wantsKey = this.expected === 'key' || this.expected === 'key-or-end';
    const isNextItem = wantsKey && this.previousIs !== 'other' && this.top.up?.kind === Kind.array;
    if (isNextItem && kind === Kind.object) this.endItem();
    else if (wantsKey) this.complain('expected-key', at, at + 1);
    else if (this.expected === 'colon') this.complain('expected-colon', at, at + 1);
    const { depth, objects } = this.top;
    this.top = {
      kind,
      up: this.top,
      depth: depth + 1,
      objects: kind === Kind.object ? objects + 1 : objects,
      swallowed: false,
      record: this.length,
      key: -1,
      open: undefined,
    };
    this.write(kind, at, at + 1);
    this.expected = kind === Kind.object ? 'key-or-end' : 'value-or-end';
    this.moveOn(at + 1, 'other');
  }

  /** Where a key should stand, an object begins, in a list of objects: it is the next item, and this one has no end. */
  private endItem(): void {
    if (!this.top.swallowed) this.complain('unclosed-container', this.at, this.at + 1, '}');
    this.endContainer(this.at);
    this.expected = 'value';
  }

  /** Before a value or a key, a comma is missing. */
  private separate(end: number): void {
    if (this.expected !== 'comma-or-end') return;
    // After a string that ran into the end of its line, the comma is inside it.
    if (this.previousIs !== 'unclosed') this.complain('expected-comma', this.at, end);
    this.expected = this.top.kind === Kind.object ? 'key' : 'value';
  }

  private colon(): void {
    const end = this.at + 1;
    if (this.expected === 'colon') this.expected = 'value';
    else if (!this.top.swallowed) this.complain('unexpected', this.at, end);
    this.moveOn(end, 'other');
  }

  private comma(): void {
    const end = this.at + 1;
    const { kind, depth } = this.top;
    const inPlace = this.expected === 'comma-or-end';
    if (kind === Kind.document) {
      this.complain('unexpected', this.at, end);
      return this.moveOn(end, 'comma');
    }
    if (this.expected === 'colon') this.complain('expected-colon', this.at, end);
    else if (this.expected === 'key' || this.expected === 'key-or-end') this.complain('expected-key', this.at, end);
    else if (!inPlace) this.complain('expected-value', this.at, end);
    this.top.key = -1;
    this.expected = kind === Kind.object ? 'key' : 'value';
    this.moveOn(end, 'comma');
    if (!inPlace || kind !== Kind.array) return;
    this.mistakes = 0;
    // After a mistake that ends here, what follows may still belong to it.
    if (this.mistakeEnd === end - 1) return;
    const longEnough = end - this.segmentStart >= shortest(depth);
    // Where the text ends, perhaps the next segment goes on as before.
    if (longEnough || (end === this.text.length && !this.atEnd)) this.cut(end, false);
  }

  private close(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    const { depth, objects } = this.top;
    if ((kind === Kind.object ? objects : depth - objects) === 0) this.complain('unexpected', at, at + 1);
    else this.closeUpTo(kind);
    this.moveOn(at + 1, 'other');
  }

  private closeUpTo(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    const end = at + 1;
    for (let silent = false; ;) {
      const { kind: opened, swallowed } = this.top;
      const matches = opened === kind;
      silent ||= swallowed;
      if (this.previousIs === 'unclosed') this.mistakeEnd = end;
      else if (!matches && !silent) this.complain('unclosed-container', at, end, bracketOf(opened));
      else if (matches && this.previousIs === 'comma')
        this.complain('trailing-comma', this.previousStart, this.previousEnd);
      else if (this.expected === 'colon') this.complain('expected-colon', at, end);
      else if (this.expected === 'value') this.complain('expected-value', at, end);
      this.endContainer(matches ? end : at);
      if (!matches) continue;
      // More may be missing further out.
      if (silent) swallow(this.top);
      return;
    }
  }

  private endContainer(end: number): void {
    const { record, up } = this.top;
    if (record === -1) this.write(Kind.close, this.at, end);
    else {
      this.records[record + 2] = end - this.segmentStart;
      this.records[record + 3] = this.length;
    }
    if (up !== undefined) this.top = up;
    this.valueIsDone();
  }

  private valueIsDone(): void {
    if (this.top.key !== -1) this.records[this.top.key + 3] = this.length;
    this.top.key = -1;
    this.expected = this.top.kind === Kind.document ? 'end' : 'comma-or-end';
  }

  private finish(): Reading {
    if (!this.atEnd) return this.reading();
    if (this.previousIs === 'nothing') this.complain('empty', 0, wholeRest);
    else if (this.top.kind !== Kind.document && this.previousIs !== 'unclosed' && !swallowedIn(this.top))
      this.complain('unclosed-at-end', this.previousStart, this.previousEnd, bracketOf(this.top.kind));
    this.cut(this.text.length, false);
    return this.reading();
  }

  private giveUp(kind: 'unexpected' | 'hopeless'): Reading {
    if (kind === 'unexpected') this.complain(kind, this.at, wholeRest);
    else this.report({ kind, start: this.at, end: wholeRest });
    this.cut(this.at, true);
    return this.reading();
  }

  private reading(): Reading {
    return { segments: this.segments, end: this.segmentStart, open: this.segmentBefore };
  }

  private cut(end: number, gaveUp: boolean): void {
    const open = openOf(this.top, (key) => this.keyAt(key));
    for (let level: Level | undefined = this.top; level !== undefined; level = level.up) {
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
    const text = this.text.slice(this.segmentStart, end);
    const understood = {
      records: this.records.slice(0, this.length),
      syntaxProblems: this.syntaxProblems.sort((a, b) => a.start - b.start || a.end - b.end),
      lineStarts: this.lineStarts,
      gaveUp,
    };
    this.segments.push(new Segment(text, this.segmentBefore, understood));
    this.segmentStart = end;
    this.segmentBefore = open;
    this.syntaxProblems = [];
    this.length = 0;
    this.lineStarts = [0];
  }

  private keyAt(key: number): string {
    const start = (this.records[key + 1] ?? 0) + this.segmentStart;
    const end = (this.records[key + 2] ?? 0) + this.segmentStart;
    const isOdd = ((this.records[key] ?? 0) & odd) !== 0;
    return isOdd ? decodeOdd(this.text.slice(start, end)) : this.text.slice(start + 1, end - 1);
  }

  private write(kindAndFlags: number, start: number, end: number): void {
    const { length } = this;
    if (length + size > this.records.length) {
      const longer = new Int32Array(this.records.length * 2);
      longer.set(this.records);
      this.records = longer;
    }
    const { records, segmentStart } = this;
    records[length] = kindAndFlags;
    records[length + 1] = start - segmentStart;
    records[length + 2] = end - segmentStart;
    records[length + 3] = length + size;
    this.length = length + size;
  }

  private moveOn(end: number, is: 'comma' | 'unclosed' | 'other'): void {
    this.previousStart = this.at;
    this.previousEnd = end;
    this.previousIs = is;
    this.at = end;
  }

  private complain(kind: SyntaxKind, start: number, end: number, missing?: '}' | ']'): void {
    if (start > this.mistakeEnd) this.report({ kind, start, end, missing });
    this.mistakeEnd = end;
    this.mistakes += 1;
  }

  private report({ kind, missing, start, end }: SyntaxProblem): void {
    const from = this.segmentStart;
    this.syntaxProblems.push({ kind, missing, start: start - from, end: end === wholeRest ? end : end - from });
  }
}

const bracketOf = (kind: Kind) => (kind === Kind.object ? '}' : ']');

function swallow(level: Level): void {
  if (level.kind === Kind.document) return;
  level.swallowed = true;
  if (level.open !== undefined) level.open = { ...level.open, swallowed: true };
}

function swallowedIn(top: Level): boolean {
  for (let level: Level | undefined = top; level !== undefined; level = level.up) if (level.swallowed) return true;
  return false;
}

function levelsOf(innermost: Open): Level {
  const chain: Open[] = [];
  for (let open: Open | undefined = innermost; open !== undefined; open = open.up) chain.push(open);
  let level: Level | undefined;
  for (const open of chain.reverse()) {
    const { kind, depth, objects, swallowed } = open;
    level = { kind, up: level, depth, objects, swallowed, record: -1, key: -1, open };
  }
  if (level === undefined) throw new Error('There is no container without an end to its chain.');
  return level;
}

function openOf(top: Level, keyAt: (record: number) => string): Open {
  const fresh: Level[] = [];
  let level: Level | undefined = top;
  for (; level?.open === undefined; level = level?.up) if (level !== undefined) fresh.push(level);
  let open = level.open;
  for (const inner of fresh.reverse()) {
    const { kind, up, depth, objects, swallowed } = inner;
    const key = up === undefined || up.key === -1 ? undefined : keyAt(up.key);
    open = { kind, key, up: open, depth, objects, swallowed };
    inner.open = open;
  }
  return open;
}
