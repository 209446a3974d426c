/** The formats of the report of `check`. */
import { githubReport } from './github.js';
import { jsonReport } from './json.js';
import type { Report, ReportOptions } from './report.js';
import { sarifReport } from './sarif.js';
import { textReport } from './text.js';

const reports = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
} as const satisfies Readonly<Record<string, (options: ReportOptions) => Report>>;

export type Format = keyof typeof reports;

/** The formats of `check`; the first format is the default. */
export const formats = Object.keys(reports) as readonly Format[];

export function reportIn(format: Format, options: ReportOptions): Report {
  return reports[format](options);
}
