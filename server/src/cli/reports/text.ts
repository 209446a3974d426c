/**
 * The text report:
 *
 *     dev/checkout.targeting.json:8:31 warning[select-out-of-range] Variation 2 does not exist: this toggle has 2 (0 to 1).
 *         8 |     "defaultServe": { "select": 2 },
 *           |                                 ^
 *           = 9:6 The variations of this toggle.
 */
import type { ReportedProblem } from '../../core/protocol.js';
import type { ShownSeverity } from '../../core/features/reportedProblem.js';
import type { Report, ReportOptions } from './report.js';
import { codeFrame } from './codeFrame.js';
import { fixedLine, summary } from './summary.js';
import { visible } from './visible.js';

export function textReport(options: ReportOptions): Report {
  const { pathOf, quiet } = options;
  return {
    file: ({ uri, text, problems, fixed }) => {
      const path = visible(pathOf(uri));
      // Splits at the line endings that LSP defines.
      const file = { uri, path, lines: problems.length > 0 ? text.split(/\r\n|\r|\n/) : [] };
      const shown = problems.map((problem) => inText(file, problem, options));
      return (fixed.size > 0 && !quiet ? `${fixedLine(path, fixed)}\n` : '') + shown.join('');
    },
    end: (totals) => (quiet ? '' : summary(totals)),
  };
}

interface ShownFile {
  readonly uri: string;
  readonly path: string;
  readonly lines: readonly string[];
}

function inText(file: ShownFile, problem: ReportedProblem, { color, columns, pathOf }: ReportOptions): string {
  const { severity, code, message, start, related, why = [] } = problem;
  const paint = color ? painted : plain;
  const place = paint('bold', `${file.path}:${start.line}:${start.column}`);
  const { source, carets } = codeFrame(file.lines[start.line - 1] ?? '', problem, columns - gutterColumns);
  const number = String(start.line).padStart(numberColumns);
  const bar = (sign: string, before = ' '.repeat(number.length)) => paint('faint', `  ${before} ${sign}`);
  const lines = [
    `${place} ${paint(severity, `${severity}[${code}]`)} ${visible(message)}`,
    `${bar('|', number)} ${source}`,
    `${bar('|')} ${paint(severity, carets)}`,
    ...related.map((other) => {
      const path = other.uri === file.uri ? '' : `${visible(pathOf(other.uri))}:`;
      return `${bar('=')} ${path}${other.start.line}:${other.start.column} ${visible(other.message)}`;
    }),
    ...why.map((line) => `${bar('=')} ${visible(line)}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** The columns for line numbers. In files with more than 99,999 lines, the bars shift to the right. */
const numberColumns = 5;
/** The columns before the source text: two spaces, the line number, a space, the bar and a space. */
const gutterColumns = numberColumns + 5;

type Paint = ShownSeverity | 'bold' | 'faint';

/** The codes of "select graphic rendition" (ECMA-48, 8.3.117). */
const renditions: Readonly<Record<Paint, number>> = {
  error: 31,
  warning: 33,
  information: 34,
  hint: 36,
  bold: 1,
  faint: 2,
};

function painted(paint: Paint, text: string): string {
  return `\x1b[${renditions[paint]}m${text}\x1b[0m`;
}

function plain(_paint: Paint, text: string): string {
  return text;
}
