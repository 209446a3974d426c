/**
 * Parses a text into a tree, in one pass and without recursion, which could overflow the call stack. For invalid JSON,
 * the parser does not throw, but returns everything that can be parsed, and one syntax problem per mistake.
 */
import type { Level } from './level.js';
import { isInOpenString, noteOpenString } from './level.js';
import { Mistakes } from './mistakes.js';
import { Kind, odd, RecordWriter, unclosed } from './records.js';
import type { Tree } from '../tree.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfWord, kindOfWord, oddString } from './tokens.js';

type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end';

export class Reader {
  at = 0;
  top: Level = {
    ...{ kind: Kind.document, up: undefined, depth: 0, objects: 0, isImplied: false, hasOpenString: false },
    ...{ record: -1, key: -1 },
  };
  expected: Expectation = 'value';
  previousEnd = 0;
  private previousStart = -1;
  private previousIs: 'comma' | 'unclosed' | 'other' | 'nothing' = 'nothing';
  private blanks = 0;
  private readonly writer: RecordWriter;
  private readonly mistakes = new Mistakes();

  constructor(private readonly text: string) {
    this.writer = new RecordWriter(text.length);
    // A byte order mark is not JSON, but it is skipped, because the author did not type it.
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  read(): Tree {
    for (;;) {
      if (!this.skip()) return this.giveUp('unclosed-comment');
      if (this.at >= this.text.length) return this.finish();
      if (this.expected === 'end') return this.giveUp('unexpected');
      if (this.mistakes.areHopeless) return this.giveUp('hopeless');
      this.token();
      // Fast path: most tokens are directly followed by a colon or comma.
      if (this.top.kind === Kind.document) continue;
      const next = this.text.charCodeAt(this.at);
      if (next === 58) this.colon();
      else if (next === 44) this.comma();
    }
  }

  /** Skips white space and comments. @returns false if a comment is not closed */
  private skip(): boolean {
    for (;;) {
      const end = endOfBlanks(this.text, this.at);
      this.blanks += end - this.at;
      this.at = end;
      const comment = this.text.charCodeAt(end) === 47 ? commentAt(this.text, end) : undefined;
      if (comment?.kind !== 'comment') return comment === undefined;
      this.mistakes.report(comment);
      this.at = comment.end;
    }
  }

  token(): void {
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

  private string(): void {
    const plainEnd = this.text.charCodeAt(this.at) === 34 ? endOfPlainString(this.text, this.at) : -1;
    if (plainEnd !== -1) {
      this.scalar(Kind.string, 0, plainEnd);
      return this.moveOn(plainEnd, 'other');
    }
    const { end, endsWith } = oddString(this.text, this.at, (problem) => {
      this.mistakes.add(problem);
    });
    const ranOut = endsWith === 'line';
    this.scalar(Kind.string, odd, end);
    if (ranOut && !/^[^}\]]*,\s*$/.test(this.text.slice(this.at, end))) noteOpenString(this.top);
    this.moveOn(end, ranOut ? 'unclosed' : 'other');
  }

  private word(): void {
    const end = endOfWord(this.text, this.at);
    this.scalar(kindOfWord(this.text.slice(this.at, end)), 0, end);
    this.moveOn(end, 'other');
  }

  private scalar(kind: Kind, flags: number, end: number): void {
    if (this.top.isImplied && this.text.charCodeAt(endOfBlanks(this.text, end)) === 58) this.endImplied();
    this.separate(end);
    // An unclosed key extends to the end of its line, so it has no colon or value. The next property begins here.
    if (this.expected === 'colon' && this.previousIs === 'unclosed') this.expected = 'key';
    if (this.expected === 'key' || this.expected === 'key-or-end') return this.property(kind, flags, end);
    if (this.expected === 'colon') this.mistakes.complain('expected-colon', this.at, end);
    if (kind === Kind.invalid) this.mistakes.complain('not-a-value', this.at, end);
    this.writer.write(kind | flags, this.at, end);
    this.valueIsDone();
  }

  private property(kind: Kind, flags: number, end: number): void {
    if (kind !== Kind.string) this.mistakes.complain('unquoted-key', this.at, end);
    this.top.key = this.writer.length;
    this.writer.write(Kind.key | (kind === Kind.string ? flags : odd), this.at, end);
    this.expected = 'colon';
  }

  private openContainer(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    this.separate(at + 1);
    const wantsKey = this.expected === 'key' || this.expected === 'key-or-end';
    const isNextItem = wantsKey && this.previousIs !== 'other' && this.top.up?.kind === Kind.array;
    if (isNextItem && kind === Kind.object) this.endItem();
    else if (wantsKey) this.mistakes.complain('expected-key', at, at + 1);
    else if (this.expected === 'colon') this.mistakes.complain('expected-colon', at, at + 1);
    // An object in place of a key: probably an item of a list whose opening bracket is missing.
    if (this.expected === 'key' && this.previousIs === 'comma' && kind === Kind.object)
      this.enter(Kind.array, at, true);
    this.enter(kind, at + 1, false);
    this.moveOn(at + 1, 'other');
  }

  private enter(kind: typeof Kind.object | typeof Kind.array, end: number, isImplied: boolean): void {
    const { depth, objects } = this.top;
    this.top = {
      kind,
      up: this.top,
      depth: depth + 1,
      objects: kind === Kind.object ? objects + 1 : objects,
      isImplied,
      hasOpenString: false,
      record: this.writer.length,
      key: -1,
    };
    this.writer.write(kind, this.at, end);
    this.expected = kind === Kind.object ? 'key-or-end' : 'value-or-end';
  }

  /** Ends a list whose opening bracket is missing, because the next token is a key. */
  private endImplied(): void {
    const isNext = this.previousIs === 'comma';
    this.endContainer(this.at);
    if (isNext) this.expected = 'key';
  }

  /** Ends a list item that has no closing bracket, because an object in place of a key must be the next item. */
  private endItem(): void {
    if (!this.top.hasOpenString) this.mistakes.complain('unclosed-container', this.at, this.at + 1, '}');
    this.endContainer(this.at);
    this.expected = 'value';
  }

  /** Reports the missing comma before a value or a key. */
  private separate(end: number): void {
    if (this.expected !== 'comma-or-end') return;
    // An unclosed string extends to the end of its line, and probably contains the comma.
    if (this.previousIs !== 'unclosed') this.mistakes.complain('expected-comma', this.at, end);
    this.expected = this.top.kind === Kind.object ? 'key' : 'value';
  }

  private colon(): void {
    const end = this.at + 1;
    if (this.expected === 'colon') this.expected = 'value';
    else if (!this.top.hasOpenString) this.mistakes.complain('unexpected', this.at, end);
    this.moveOn(end, 'other');
  }

  private comma(): void {
    const { at } = this;
    const end = at + 1;
    const { kind } = this.top;
    if (kind === Kind.document) {
      this.mistakes.complain('unexpected', at, end);
      return this.moveOn(end, 'comma');
    }
    const isInPlace = this.expected === 'comma-or-end';
    if (this.expected === 'colon') this.mistakes.complain('expected-colon', at, end);
    else if (this.expected === 'key' || this.expected === 'key-or-end') this.mistakes.complain('expected-key', at, end);
    else if (!isInPlace) this.mistakes.complain('expected-value', at, end);
    this.top.key = -1;
    this.expected = kind === Kind.object ? 'key' : 'value';
    this.moveOn(end, 'comma');
    if (isInPlace && kind === Kind.array) this.mistakes.forgive();
  }

  private close(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    const { depth, objects } = this.top;
    if ((kind === Kind.object ? objects : depth - objects) === 0) this.mistakes.complain('unexpected', at, at + 1);
    else this.closeUpTo(kind);
    this.moveOn(at + 1, 'other');
  }

  private closeUpTo(kind: typeof Kind.object | typeof Kind.array): void {
    const { at } = this;
    const end = at + 1;
    for (let silent = false; ;) {
      const { kind: opened, hasOpenString, isImplied } = this.top;
      const matches = opened === kind;
      silent ||= hasOpenString;
      if (this.previousIs === 'unclosed') this.mistakes.end = end;
      else if (!matches && !silent && !isImplied)
        this.mistakes.complain('unclosed-container', at, end, bracketOf(opened));
      else if (matches && this.previousIs === 'comma')
        this.mistakes.complain('trailing-comma', this.previousStart, this.previousEnd);
      else if (this.expected === 'colon') this.mistakes.complain('expected-colon', at, end);
      else if (this.expected === 'value') this.mistakes.complain('expected-value', at, end);
      this.endContainer(matches ? end : at);
      if (!matches) continue;
      // The unclosed string may also contain brackets of enclosing containers.
      if (silent) noteOpenString(this.top);
      return;
    }
  }

  private endContainer(end: number): void {
    const { record, up } = this.top;
    this.writer.endContainer(record, end);
    if (up !== undefined) this.top = up;
    this.valueIsDone();
  }

  private valueIsDone(): void {
    if (this.top.key !== -1) this.writer.endValue(this.top.key);
    this.top.key = -1;
    this.expected = this.top.kind === Kind.document ? 'end' : 'comma-or-end';
  }

  private finish(): Tree {
    const { length } = this.text;
    if (this.previousIs === 'nothing') this.mistakes.complain('empty', 0, length);
    else if (this.top.kind !== Kind.document && this.previousIs !== 'unclosed' && !isInOpenString(this.top))
      this.mistakes.complain('unclosed-at-end', this.previousStart, this.previousEnd, bracketOf(this.top.kind));
    return this.reading(length);
  }

  private giveUp(kind: 'unexpected' | 'hopeless' | 'unclosed-comment'): Tree {
    const { length } = this.text;
    if (kind === 'unexpected') this.mistakes.complain(kind, this.at, length);
    else this.mistakes.report({ kind, start: this.at, end: length });
    return this.reading(this.at);
  }

  private reading(readTo: number): Tree {
    const { writer } = this;
    for (let level: Level | undefined = this.top; level !== undefined; level = level.up) {
      if (level.record !== -1) writer.endContainer(level.record, unclosed);
      if (level.key !== -1) writer.endValue(level.key);
    }
    return {
      text: this.text,
      records: writer.written,
      syntaxProblems: this.mistakes.inOrder,
      blanks: this.blanks,
      readTo,
    };
  }

  private moveOn(end: number, is: 'comma' | 'unclosed' | 'other'): void {
    this.previousStart = this.at;
    this.previousEnd = end;
    this.previousIs = is;
    this.at = end;
  }
}

const bracketOf = (kind: Kind) => (kind === Kind.object ? '}' : ']');
