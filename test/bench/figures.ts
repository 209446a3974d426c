/** Medians, quantiles and how they are written. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Three digits are enough to compare. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export const milliseconds = (values: readonly number[]): string =>
  `${number(median(values))} (p95 ${number(quantile(values, 0.95))})`;

export const megabytes = (kilobytes: number): string => `${number(kilobytes / 1024)} MB`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What a table has in a row, which its first cell names, and a column. Throws where it has none. */
export function cell(written: string, row: string, name: string): string {
  const { head, rows } = read(written);
  const found = rows.find(([own]) => own === row)?.[head.indexOf(name)];
  if (found === undefined) throw new Error(`The table has no "${name}" of "${row}".`);
  return found;
}

/** The only row whose name begins so. */
export function rowNamed(written: string, beginning: string): string {
  const [[name] = [], another] = read(written).rows.filter(([own]) => own?.startsWith(beginning));
  if (name === undefined || another !== undefined) throw new Error(`Not one row begins with "${beginning}".`);
  return name;
}

export function column(written: string, name: string): readonly string[] {
  const { head, rows } = read(written);
  return rows.map((row) => row[head.indexOf(name)] ?? '');
}

function read(written: string) {
  const [head = [], , ...rows] = written.split('\n').map((line) => line.slice(2, -2).split(' | '));
  return { head, rows };
}
