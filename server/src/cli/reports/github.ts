/** The report in which each problem is an annotation of GitHub Actions. */
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import { annotation } from './annotation.js';
import type { Report, ReportOptions } from './report.js';
import { lined } from './lines.js';
import { fixedLine, summary } from './summary.js';
import { visible } from './visible.js';
import { withoutCommands } from './workflowCommands.js';

export function githubReport({ pathOf, quiet }: ReportOptions): Report {
  return {
    file: ({ uri, problems, fixed }) => {
      const path = pathOf(uri);
      const lines = problems.map((problem) => command(path, problem));
      if (fixed.size > 0 && !quiet) lines.unshift(withoutCommands(fixedLine(visible(path), fixed)));
      return lined(lines);
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
    // The runner rejects columns on annotations that span several lines.
    ...(onOneLine && { col: start.column }),
    endLine: end.line,
    ...(onOneLine && { endColumn: end.column }),
    title: code,
  });
}
