/** The JSON report (docs/command-line.md). Fields keep their meaning while `version` is 1; new fields may appear. */
import type { Report, ReportOptions, Totals } from './report.js';
import { jsonLines } from './visible.js';

export function jsonReport({ pathOf }: ReportOptions): Report {
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
