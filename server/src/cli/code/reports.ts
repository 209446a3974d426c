/** Prints the result of `code` in each format. */
import type { ReportedProblem } from '../../core/protocol.js';
import type { Severity } from '../../core/checks/problem.js';
import { annotation } from '../reports/annotation.js';
import { githubReport } from '../reports/github.js';
import type { Report, ReportOptions, Totals } from '../reports/report.js';
import { sarifReport } from '../reports/sarif.js';
import type { CommandReport } from '../reports/commandReport.js';
import { markdown, text } from '../reports/commandReport.js';
import { jsonLines } from '../reports/visible.js';

export interface CodeReport extends Pick<CommandReport, 'items'> {
  readonly summary: readonly string[];
  readonly data: object;
  /** The problems to show as annotations, in the order of the files. */
  readonly problems: readonly CodeProblemAt[];
  readonly failures: readonly string[];
}

export interface CodeProblemAt {
  readonly uri: string;
  readonly problem: ReportedProblem;
}

export const codeReports = {
  text,
  json: ({ data, failures }) => jsonLines({ version: 1, ...data, failures }),
  github: (report, options) =>
    [
      ...withProblems(githubReport(options), report),
      ...report.summary.map((sentence) => `${annotation('notice', sentence)}\n`),
    ].join(''),
  markdown: ({ items, summary }) => markdown({ items, summary }),
  sarif: (report, options) => {
    const sarif = sarifReport(options);
    return [...withProblems(sarif, report), sarif.end(totalsOf(report))].join('');
  },
} as const satisfies Readonly<Record<string, (report: CodeReport, options: ReportOptions) => string>>;

export type CodeFormat = keyof typeof codeReports;

/** The formats of `code`; the first format is the default. */
export const codeFormats = Object.keys(codeReports) as readonly CodeFormat[];

function withProblems({ file }: Report, { problems }: CodeReport): readonly string[] {
  return problems.map(({ uri, problem }) => file({ uri, text: '', problems: [problem], fixed: new Map() }));
}

export function reported(
  code: string,
  severity: Exclude<Severity, 'off'>,
  message: string,
  { start, end }: { readonly start: Place; readonly end: Place },
): ReportedProblem {
  const place = ({ line, character }: Place) => ({ line: line + 1, column: character + 1 });
  const rest = { help: undefined, related: [], tags: [] };
  return { code, severity, message, start: place(start), end: place(end), ...rest };
}

interface Place {
  readonly line: number;
  readonly character: number;
}

function totalsOf({ problems, failures }: CodeReport): Totals {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { problem } of problems) counts[problem.severity] += 1;
  const files = new Set(problems.map(({ uri }) => uri)).size;
  const count = problems.length;
  return {
    ...{ files, filesWithProblems: files, problems: counts, shown: count, fixable: 0, fixed: 0 },
    ...{ failOn: 'warning', failing: counts.error + counts.warning, failures },
  };
}
