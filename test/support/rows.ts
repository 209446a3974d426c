/**
 * A table as text: each line is a row, its cells are between arrows, and a line that begins with an arrow continues the row above it.
 * `\n`, `\r`, `\t` and `` \` `` are the characters that they name; other backslashes stay.
 *
 *     rows`
 *       { "comm|ant": 1 } → Rename to "comment" → { "comment": 1 }
 *     `
 */
export function rows({ raw }: TemplateStringsArray, ...values: readonly string[]): readonly (readonly string[])[] {
  const text = String.raw({ raw }, ...values).replace(/\n\s*→/g, ' →');
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((line) => line.split(' → ').map(unescaped));
}

function unescaped(cell: string): string {
  return cell.replace(/\\([nrt`])/g, (_, name: string) => ({ n: '\n', r: '\r', t: '\t' })[name] ?? name);
}

/** A list of words between white space. */
export function words({ raw }: TemplateStringsArray): readonly string[] {
  return raw.join('').trim().split(/\s+/);
}
