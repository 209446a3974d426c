/** Converts hover text for places without Markdown, such as a terminal: code is quoted, and escapes are removed. */

export function withoutMarkdown(markdown: string): string {
  const sign = /\\([!-/:-@[-`{-~])|`+|\*/g;
  let plain = '';
  let at = 0;
  for (let match = sign.exec(markdown); match !== null; match = sign.exec(markdown)) {
    const [text, escaped = ''] = match;
    plain += markdown.slice(at, match.index) + escaped;
    at = sign.lastIndex;
    if (!text.startsWith('`')) continue;
    const end = endOfCode(markdown, at, text.length);
    plain += end === undefined ? text : asQuoted(markdown.slice(at, end));
    at = end === undefined ? at : end + text.length;
    sign.lastIndex = at;
  }
  return plain + markdown.slice(at);
}

/** The index of the closing backticks: the next run of backticks that is as long as the opening run. */
function endOfCode(markdown: string, from: number, length: number): number | undefined {
  const ticks = /`+/g;
  ticks.lastIndex = from;
  for (let match = ticks.exec(markdown); match !== null; match = ticks.exec(markdown))
    if (match[0].length === length) return match.index;
  return undefined;
}

/** Quotes inline code, and removes the padding spaces as Markdown does. */
function asQuoted(code: string): string {
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
  const text = isPadded ? code.slice(1, -1) : code;
  return text === '""' ? text : `"${text}"`;
}
