/** Findings in code with lines and columns, so that they can be used without the text. */
import type { Range } from 'vscode-languageserver-types';
import { countBefore } from '../json/search.js';
import type { Wrapper } from './calls.js';
import type { LanguageId } from './lexer/languages.js';
import { quotedIn } from './mentions.js';
import type { CodeRead, Finding } from './readCode.js';
import { readCode } from './readCode.js';

export type CodeFinding = Finding & { readonly range: Range };

export interface CodePlaces {
  readonly findings: readonly CodeFinding[];
  readonly attributes: readonly string[];
  /** Whether the text is too long to be read completely, or has names with escapes. */
  readonly isCut: boolean;
}

/** @param language undefined for a language that is searched only for quoted keys */
export function placesIn(
  text: string,
  language: LanguageId | undefined,
  isKey: (text: string) => boolean,
  wrappers: readonly Wrapper[] = [],
): CodePlaces {
  const { findings, attributes, readTo } =
    language === undefined ? quotedOnly(text, isKey) : readCode(text, language, isKey, wrappers);
  const lineStarts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)];
  const positionOf = (offset: number) => {
    const line = countBefore(lineStarts, (start) => start <= offset) - 1;
    return { line, character: offset - (lineStarts[line] ?? 0) };
  };
  const placed = findings.map((finding) => ({
    ...finding,
    range: { start: positionOf(finding.from), end: positionOf(finding.to) },
  }));
  return { findings: placed, attributes, isCut: readTo < text.length };
}

function quotedOnly(text: string, isKey: (text: string) => boolean): CodeRead {
  const common = { kind: 'mention', isInComment: false, isCertain: false } as const;
  const findings = quotedIn(text, isKey).map((quoted) => ({ ...common, ...quoted }));
  return { findings, attributes: [], readTo: text.length };
}
