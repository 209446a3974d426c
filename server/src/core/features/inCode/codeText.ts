/** A version of a source file, with its findings. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { Wrapper } from '../../code/calls.js';
import type { LanguageId } from '../../code/lexer/languages.js';
import type { CodeFinding } from '../../code/places.js';

export interface CodeText {
  readonly uri: string;
  readonly language: LanguageId;
  readonly text: string;
  readonly findings: readonly CodeFinding[];
  /** The application's own functions that take the key of a toggle. */
  readonly wrappers: readonly Wrapper[];
  readonly offsetAt: (position: Position) => number;
  readonly rangeOf: (span: { readonly from: number; readonly to: number }) => Range;
}

export type KeyFinding = Extract<CodeFinding, { readonly key: string }>;

/** The finding with a key whose range contains the position. */
export function keyAt({ findings, offsetAt }: CodeText, position: Position): KeyFinding | undefined {
  const offset = offsetAt(position);
  const found = findings.find(({ from, to }) => from <= offset && offset <= to);
  return found !== undefined && found.kind !== 'unreadable' ? found : undefined;
}

/** The range between the quotes of a string literal; undefined if the range is not a string literal. */
export function insideQuotes(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } | undefined {
  const [opening] = /^[\w@$#]*(?:"""|'''|["'`])/.exec(text.slice(from, to)) ?? [];
  const closing = text.charAt(to - 1);
  if (opening === undefined || !opening.endsWith(closing) || from + opening.length > to - 1) return undefined;
  const quotes = opening.length >= 3 && opening.endsWith(closing.repeat(3)) ? 3 : 1;
  return { from: from + opening.length, to: to - quotes };
}
