/** What every report is given, and what it is: text that is printed as the files come. */
import type { Diagnostic, Range } from 'vscode-languageserver-types';
import type { ProblemCode } from '../../checks/codes.js';
import type { Severity } from '../../checks/problem.js';

export interface Report {
  /** Of files with something to show, in the order of their paths. */
  readonly file: (file: ReportedFile) => string;
  readonly end: (totals: Totals) => string;
}

export interface ReportedFile {
  readonly uri: string;
  readonly text: string;
  /** Those that are to be shown. */
  readonly problems: readonly ReportedProblem[];
  /** How many problems of each code were fixed. */
  readonly fixed: ReadonlyMap<ProblemCode, number>;
}

export interface Totals {
  readonly files: number;
  readonly filesWithProblems: number;
  /** Shown or not. */
  readonly problems: Readonly<Record<ShownSeverity, number>>;
  readonly shown: number;
  readonly fixable: number;
  readonly fixed: number;
  /** The mildest severity that fails, and how many problems are as bad as that. */
  readonly failOn: ShownSeverity;
  readonly failing: number;
  /** What could not be checked or written, as sentences. */
  readonly failures: readonly string[];
}

export interface ReportOptions {
  /** A file by its URI, as it is to be printed. */
  readonly pathOf: (uri: string) => string;
  readonly version: string;
  readonly homepage: string;
  /** The page that documents the codes. */
  readonly docs: string;
  readonly manual: string;
  readonly quiet: boolean;
  readonly color: boolean;
  /** How many columns a line may have. */
  readonly columns: number;
}

export type ShownSeverity = Exclude<Severity, 'off'>;

/** A diagnostic in words, its places counted from one as people and their tools count. */
export interface ReportedProblem extends Place {
  readonly code: string;
  readonly severity: ShownSeverity;
  readonly message: string;
  readonly help: string | undefined;
  readonly related: readonly (Place & { readonly uri: string; readonly message: string })[];
  readonly tags: readonly string[];
}

/** Columns are UTF-16 units; the end is the place behind the last one. */
export interface Place {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

export function reportedProblem(diagnostic: Diagnostic): ReportedProblem {
  const { code, codeDescription, message, range, relatedInformation = [], severity = 1, tags = [] } = diagnostic;
  return {
    code: String(code),
    severity: shownSeverities[severity - 1] ?? 'error',
    message: typeof message === 'string' ? message : message.value,
    help: codeDescription?.href,
    ...place(range),
    related: relatedInformation.map(({ location, message: text }) => ({
      uri: location.uri,
      ...place(location.range),
      message: text,
    })),
    tags: tags.map((tag) => tagNames[tag] ?? String(tag)),
  };
}

/** In LSP's order. */
export const shownSeverities: readonly ShownSeverity[] = ['error', 'warning', 'information', 'hint'];

/** @param mildest of those that fail */
export function failingSeverities(mildest: ShownSeverity): readonly ShownSeverity[] {
  return shownSeverities.slice(0, shownSeverities.indexOf(mildest) + 1);
}

const tagNames: Readonly<Record<number, string>> = { 1: 'unnecessary', 2: 'deprecated' };

function place({ start, end }: Range): Place {
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}
