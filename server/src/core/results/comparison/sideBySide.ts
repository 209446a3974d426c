/** Formats a table as plain text. Text that is too wide for its column continues on the next line. */
import { segmentsOf, textWidth, widthOfSegment } from '../../features/layout/textWidth.js';

export type Cell = readonly string[];

export interface Row {
  readonly title: string;
  readonly cells: readonly Cell[];
}

const MAX_WIDTH = { title: 24, cell: 36 };
const gap = '   ';

export function sideBySide(titles: readonly string[], rows: readonly Row[]): readonly string[] {
  const wrapped = [{ title: '', cells: titles.map((title) => [title]) }, ...rows].map(({ title, cells }) => [
    wrap(title, MAX_WIDTH.title),
    ...cells.map((cell) => cell.flatMap((line) => wrap(line, MAX_WIDTH.cell))),
  ]);
  const widths = ['', ...titles].map((_, column) =>
    Math.max(...wrapped.flatMap((cells) => (cells[column] ?? []).map(textWidth))),
  );
  const [head = [], ...others] = wrapped.map((cells) => linesOf(cells, widths));
  const rule = linesOf([[], ...widths.slice(1).map((width) => ['─'.repeat(width)])], widths);
  return [...head, ...rule, ...others.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))];
}

function linesOf(cells: readonly Cell[], widths: readonly number[]): readonly string[] {
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells
      .map((cell, column) => padded(cell[at] ?? '', widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Breaks lines at spaces, or inside words that are too wide, because Chinese sentences do not contain spaces. */
function wrap(text: string, width: number): Cell {
  const lines: string[] = [];
  let line = '';
  const push = () => {
    lines.push(line.trimEnd());
    line = '';
  };
  for (const word of text.split(/(?<= )/)) {
    if (line !== '' && textWidth(line + word.trimEnd()) > width) push();
    for (const segment of segmentsOf(word)) {
      if (textWidth(line) + widthOfSegment(segment) > width && segment !== ' ') push();
      line += segment;
    }
  }
  push();
  return lines;
}
