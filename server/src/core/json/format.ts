/**
 * The layout of a JSON text: the white space between its tokens, and nothing else. For texts whose brackets, commas and values
 * are where they belong; comments and trailing commas stay.
 *
 * A container stands on one line
 * - where it is small: scalars alone, or a single list of them, in at most 80 characters, as Writing writes them;
 * - where it was begun so (its first member stands on the line of its bracket) in at most 120, but for an object with an
 *   object in it and a list of several objects.
 *
 * Any other, and any with a comment in it, has a line for each member. Lengths are those of the container alone, so that
 * where it stands does not matter. Two passes over the tokens take linear time, and need no recursion.
 */
import type { Edit } from './edits.js';
import type { Span } from './nodes.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfWord, oddString } from './tokens.js';
import { lineBreakOf } from './writing.js';

export interface Layout {
  /** White space of one level. */
  readonly unit: string;
  /** Also where the text does not end with a line break. */
  readonly insertFinalNewline: boolean;
}

/** In UTF-16 units; twice what the service takes. Of one that is longer, the indentation alone could fill the memory. */
export const MAX_FORMATTED_LENGTH = 2 * 1024 * 1024;

/** Of each gap between tokens that is another one then, in the order of the text. */
export function formatEdits(text: string, { unit, insertFinalNewline }: Layout): readonly Edit[] {
  const lineBreak = lineBreakOf(text);
  const lines = Array.from(
    { length: MAX_INDENT_DEPTH + 1 },
    (_each, depth) => lineBreak + unit.slice(0, MAX_INDENT).repeat(depth),
  );
  const standOnOneLine = containersOnOneLine(text);
  const open: { readonly isList: boolean; readonly isOnOneLine: boolean }[] = [];
  const edits: Edit[] = [];
  let containers = 0;
  let previous: Token | undefined;
  /** The last one that is no comment. */
  let ahead = '';
  /** The previous one is the first of its line. */
  let beginsLine = true;

  const isBroken = (before: Token, token: Token, breaks: number): boolean => {
    const { first } = token;
    if (isLineComment(text, before)) return true;
    if (first === '/') return breaks > 0;
    if (first === ',' || first === ':') return false;
    const isSpread = open.at(-1)?.isOnOneLine === false;
    const isAtMember = isSpread && (isOpening(ahead) || ahead === ',' || isClosing(first));
    // A comment at the beginning of a line may be about what follows on that line; another one is about what it follows.
    if (before.first === '/') return breaks > 0 || (isAtMember && (!beginsLine || isClosing(first)));
    return isAtMember && !(isOpening(ahead) && isClosing(first));
  };
  const gapBefore = (before: Token, token: Token): string => {
    const breaks = lineBreaksIn(text, before.end, token.start);
    const depth = open.length - (isClosing(token.first) ? 1 : 0);
    beginsLine = isBroken(before, token, breaks);
    if (!beginsLine) return gapOnLine(before.first, token.first, open.at(-1)?.isList === true);
    const isBetween = !isOpening(before.first) && !isClosing(token.first);
    return (breaks > 1 && isBetween ? lineBreak : '') + (lines[Math.min(depth, MAX_INDENT_DEPTH)] ?? '');
  };
  const gap = (start: number, end: number, newText: string) => {
    if (text.slice(start, end) !== newText) edits.push({ start, end, newText });
  };

  for (const token of tokensOf(text)) {
    const { first } = token;
    if (previous === undefined) gap(startOf(text), token.start, '');
    else gap(previous.end, token.start, gapBefore(previous, token));
    if (isOpening(first)) {
      open.push({ isList: first === '[', isOnOneLine: standOnOneLine[containers] === true });
      containers += 1;
    } else if (isClosing(first)) open.pop();
    if (first !== '/') ahead = first;
    previous = token;
  }
  const end = previous?.end ?? text.length;
  gap(end, text.length, insertFinalNewline || lineBreaksIn(text, end, text.length) > 0 ? lineBreak : '');
  return edits;
}

/** What is nested deeper is not indented further: no targeting is, and the white space would be much more than the text. */
const MAX_INDENT_DEPTH = 20;
/** Characters of white space for one level. */
export const MAX_INDENT = 16;

const MAX_SMALL_LENGTH = 80;
const MAX_BEGUN_LENGTH = 120;

/** A container whose end is not reached yet. */
interface Container {
  readonly index: number;
  readonly isList: boolean;
  /** Where it begins in a text that is all on one line. */
  readonly from: number;
  readonly isBegunOnLine: boolean;
  /** A comment is in it, or a container that does not stand on one line. */
  isSpread: boolean;
  commas: number;
  /** Directly in it. */
  containers: number;
  listsOfScalars: number;
  objects: number;
  /** An object is in it, or in what is in it. */
  hasObject: boolean;
}

/** For each container, in the order in which they begin. */
function containersOnOneLine(text: string): readonly boolean[] {
  const found: boolean[] = [];
  const open: Container[] = [];
  let previous: Token | undefined;
  let length = 0;
  for (const token of tokensOf(text)) {
    const { first, start, end } = token;
    const around = open.at(-1);
    const gap = previous === undefined ? '' : gapOnLine(previous.first, first, around?.isList === true);
    length += gap.length + end - start;
    previous = token;
    if (around !== undefined && first === ',') around.commas += 1;
    if (around !== undefined && first === '/') around.isSpread = true;
    if (isOpening(first)) {
      open.push({
        index: found.length,
        isList: first === '[',
        from: length - 1,
        isBegunOnLine: lineBreaksIn(text, end, endOfBlanks(text, end)) === 0,
        isSpread: false,
        commas: 0,
        containers: 0,
        listsOfScalars: 0,
        objects: 0,
        hasObject: false,
      });
      found.push(false);
    } else if (isClosing(first)) {
      const closed = open.pop();
      if (closed === undefined) continue;
      const isOnOneLine = fitsOnLine(closed, length - closed.from);
      found[closed.index] = isOnOneLine;
      note(open.at(-1), closed, isOnOneLine);
    }
  }
  return found;
}

function fitsOnLine(container: Container, length: number): boolean {
  const { isSpread, containers, listsOfScalars, commas, isBegunOnLine, isList, objects, hasObject } = container;
  if (isSpread) return false;
  const isSmall = containers === 0 || (containers === 1 && listsOfScalars === 1 && commas === 0);
  if (isSmall && length <= MAX_SMALL_LENGTH) return true;
  return isBegunOnLine && (isList ? objects < 2 : !hasObject) && length <= MAX_BEGUN_LENGTH;
}

function note(around: Container | undefined, { isList, containers, hasObject }: Container, isOnOneLine: boolean): void {
  if (around === undefined) return;
  around.containers += 1;
  around.listsOfScalars += isList && containers === 0 ? 1 : 0;
  around.objects += isList ? 0 : 1;
  around.hasObject ||= !isList || hasObject;
  around.isSpread ||= !isOnOneLine;
}

/** What stands between two tokens of a line. */
function gapOnLine(before: string, first: string, isList: boolean): string {
  if (first === '/' || before === '/') return first === ',' || first === ':' ? '' : ' ';
  if (isOpening(before) && isClosing(first)) return '';
  if (isOpening(before) || isClosing(first)) return isList ? '' : ' ';
  return before === ',' || before === ':' ? ' ' : '';
}

interface Token extends Span {
  /** Its first character, which tells what it is. */
  readonly first: string;
}

/** Comments are tokens, too. */
function* tokensOf(text: string): Generator<Token> {
  for (let at = startOf(text); ;) {
    const start = endOfBlanks(text, at);
    if (start >= text.length) return;
    at = endOfToken(text, start);
    yield { first: text.charAt(start), start, end: at };
  }
}

/** Behind a byte order mark. */
function startOf(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}

function endOfToken(text: string, start: number): number {
  switch (text[start]) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return start + 1;
    case '"': {
      const end = endOfPlainString(text, start);
      return end === -1 ? oddString(text, start, () => undefined).end : end;
    }
    default:
      return commentAt(text, start)?.end ?? endOfWord(text, start);
  }
}

function isOpening(first: string): boolean {
  return first === '{' || first === '[';
}

function isClosing(first: string): boolean {
  return first === '}' || first === ']';
}

function isLineComment(text: string, { start }: Span): boolean {
  return text.startsWith('//', start);
}

function lineBreaksIn(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/\r\n?|\n/g)?.length ?? 0;
}
