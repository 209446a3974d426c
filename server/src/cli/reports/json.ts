/**
 * One JSON object for programs; the README documents it. What it has keeps its meaning while `version` is 1; there may
 * come more.
 */
import type { Report, ReportOptions, Totals } from './report.js';
import { reportedProblem } from './report.js';
import { visibleJson } from './visible.js';

export function jsonReport({ pathOf }: ReportOptions): Report {
  const problems: unknown[] = [];
  const fixes: unknown[] = [];
  return {
    file: ({ uri, diagnostics, fixed }) => {
      const file = pathOf(uri);
      if (fixed.size > 0) fixes.push({ file, codes: Object.fromEntries(fixed) });
      for (const diagnostic of diagnostics) {
        const { related, ...problem } = reportedProblem(diagnostic);
        const places = related.map(({ uri: other, ...place }) => ({ file: pathOf(other), ...place }));
        problems.push({ file, ...problem, related: places });
      }
      return '';
    },
    end: (totals) => {
      const { failures } = totals;
      const report = { version: 1, problems, fixed: fixes, failures, summary: summaryOf(totals) };
      return `${visibleJson(JSON.stringify(report, undefined, 2))}\n`;
    },
  };
}

function summaryOf({ files, filesWithProblems, problems, shown, fixable, fixed, failOn, failing }: Totals) {
  const sum = Object.values(problems).reduce((a, b) => a + b, 0);
  return { files, filesWithProblems, problems: sum, ...problems, shown, fixable, fixed, failOn, failing };
}
