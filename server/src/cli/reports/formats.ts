/** The formats of the report. */
import type { Report, ReportOptions, Totals } from './report.js';
import { sarifReport } from './sarif.js';
import { textReport } from './text.js';
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import { annotation } from './annotation.js';
import { fixedLine, summary } from './summary.js';
import { visible, jsonLines } from './visible.js';
import { withoutCommands } from './workflowCommands.js';

const reports = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
} as const satisfies Readonly<Record<string, (options: ReportOptions) => Report>>;

export type Format = keyof typeof reports;

/** The first is the default. */
export const formats = Object.keys(reports) as readonly Format[];

export function reportIn(format: Format, options: ReportOptions): Report {
  return reports[format](options);
}

/** Workflow commands of GitHub Actions, one for each problem: annotations of the lines. */
export function githubReport({ pathOf, quiet }: ReportOptions): Report {
  return {
    file: ({ uri, problems, fixed }) => {
      const path = pathOf(uri);
      const lines = problems.map((problem) => command(path, problem));
      if (fixed.size > 0 && !quiet) lines.unshift(withoutCommands(fixedLine(visible(path), fixed)));
      return lines.map((line) => `${line}\n`).join('');
    },
    end: (totals) => (quiet ? '' : summary(totals)),
  };
}

const commands: Readonly<Record<ShownSeverity, Parameters<typeof annotation>[0]>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

function command(path: string, { severity, start, end, code, message }: ReportedProblem): string {
  const onOneLine = start.line === end.line;
  return annotation(commands[severity], message, {
    file: path,
    line: start.line,
    // The runner refuses columns of a range over several lines.
    ...(onOneLine && { col: start.column }),
    endLine: end.line,
    ...(onOneLine && { endColumn: end.column }),
    title: code,
  });
}

/**
 * One JSON object for programs; docs/command-line.md documents it. What it has keeps its meaning while `version` is 1; there may
 * come more.
 */
function jsonReport({ pathOf }: ReportOptions): Report {
  const found: unknown[] = [];
  const fixes: unknown[] = [];
  return {
    file: ({ uri, problems, fixed }) => {
      const file = pathOf(uri);
      if (fixed.size > 0) fixes.push({ file, codes: Object.fromEntries(fixed) });
      for (const { related, ...problem } of problems) {
        const places = related.map(({ uri: other, ...place }) => ({ file: pathOf(other), ...place }));
        found.push({ file, ...problem, related: places });
      }
      return '';
    },
    end: (totals) => {
      const { failures } = totals;
      const report = { version: 1, problems: found, fixed: fixes, failures, summary: summaryOf(totals) };
      return jsonLines(report);
    },
  };
}

function summaryOf({ files, filesWithProblems, problems, shown, fixable, fixed, failOn, failing }: Totals) {
  const sum = Object.values(problems).reduce((a, b) => a + b, 0);
  return { files, filesWithProblems, problems: sum, ...problems, shown, fixable, fixed, failOn, failing };
}
