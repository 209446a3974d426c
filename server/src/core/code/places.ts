/** What is found in code, with the places that editors and terminals show: it outlives the text. */
import type { Range } from 'vscode-languageserver-types';
import type { Wrapper } from './calls.js';
import { isLineBreak } from './characters.js';
import type { LanguageId } from './languages.js';
import { quotedIn } from './mentions.js';
import type { CodeRead, Finding } from './readCode.js';
import { readCode } from './readCode.js';

export type CodeFinding = Finding & { readonly range: Range };

export interface CodePlaces {
  readonly findings: readonly CodeFinding[];
  readonly attributes: readonly string[];
  /** Whether the text is so long that its end is not read. */
  readonly isCut: boolean;
}

/** @param language undefined for one in which only quoted keys are looked for */
export function placesIn(
  text: string,
  language: LanguageId | undefined,
  isKey: (text: string) => boolean,
  wrappers: readonly Wrapper[] = [],
): CodePlaces {
  const { findings, attributes, readTo } =
    language === undefined ? quotedOnly(text, isKey) : readCode(text, language, isKey, wrappers);
  let [line, lineStart, at] = [0, 0, 0];
  const positionOf = (offset: number) => {
    for (; at < offset; at += 1) {
      const code = text.charCodeAt(at);
      if (!isLineBreak(code) || (code === 13 && text.charCodeAt(at + 1) === 10)) continue;
      [line, lineStart] = [line + 1, at + 1];
    }
    return { line, character: offset - lineStart };
  };
  // They are in order, and none is in another.
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
