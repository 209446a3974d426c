/** Counts what is found, and lets through to the report what is to be shown. */
import type { Diagnostic } from 'vscode-languageserver-types';
import type { CheckOptions } from './options.js';
import type { ReportedFile, ShownSeverity, Totals } from './reports/report.js';
import { failingSeverities, severityOfDiagnostic } from './reports/report.js';

export type TallyOptions = Pick<CheckOptions, 'failOn' | 'quiet' | 'maxProblems'>;

export class Tally {
  readonly #problems: Record<ShownSeverity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  #files = 0;
  #filesWithProblems = 0;
  #shown = 0;
  #fixable = 0;
  #fixed = 0;

  constructor(private readonly options: TallyOptions) {}

  /**
   * @param file with all its problems
   * @param fixable how many of them have one answer
   * @returns the file with those that are to be shown; undefined when there is nothing to say of it
   */
  add(file: ReportedFile, fixable: number): ReportedFile | undefined {
    const { diagnostics, fixed } = file;
    this.#files += 1;
    this.#filesWithProblems += diagnostics.length > 0 ? 1 : 0;
    this.#fixable += fixable;
    for (const count of fixed.values()) this.#fixed += count;
    for (const diagnostic of diagnostics) this.#problems[severityOfDiagnostic(diagnostic)] += 1;
    const wanted = this.options.quiet ? diagnostics.filter((diagnostic) => this.#fails(diagnostic)) : diagnostics;
    const shown = wanted.slice(0, this.options.maxProblems - this.#shown);
    this.#shown += shown.length;
    return shown.length + fixed.size === 0 ? undefined : { ...file, diagnostics: shown };
  }

  totals(failures: readonly string[]): Totals {
    return {
      files: this.#files,
      filesWithProblems: this.#filesWithProblems,
      problems: this.#problems,
      shown: this.#shown,
      fixable: this.#fixable,
      fixed: this.#fixed,
      failOn: this.options.failOn,
      failing: this.#failing,
      failures,
    };
  }

  get hasFailed(): boolean {
    return this.#failing > 0;
  }

  get #failing(): number {
    return failingSeverities(this.options.failOn).reduce((sum, severity) => sum + this.#problems[severity], 0);
  }

  #fails(diagnostic: Diagnostic): boolean {
    return failingSeverities(this.options.failOn).includes(severityOfDiagnostic(diagnostic));
  }
}
