/** Sanitizes untrusted text: one line without invisible characters, links or icons. Applied by `say.ts`. Pure. */

/** Sanitizes a name within a message. A long name keeps its start and end, which are enough to recognize it. */
export function word(text: string): string {
  return oneLine(shortened(text, 100));
}

/** Replaces line breaks with spaces, and makes invisible or bidirectional characters visible. */
export function oneLine(text: string): string {
  return text
    .replace(/[^\S\uFEFF]+/gu, ' ')
    .replace(unseen, '\uFFFD')
    .trim();
}

const unseen = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Shortens text that is longer than `most` by putting an ellipsis in its middle. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  // The cuts do not split surrogate pairs.
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - (most - half - 1)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** Text for titles, tabs and questions, which the editor shows unchanged. The limit is far above our own sentences. */
export function plain(text: string): string {
  return oneLine(shortened(text, 1_000));
}

/** Joins our own lines and keeps their indentation. Line breaks within a line are removed. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => (/^ {0,8}/.exec(line)?.[0] ?? '') + plain(line.trimStart())).join('\n');
}

/** Like `linesOf`, but keeps spaces, for a page with columns. */
export function pageOf(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/[^\S ]/gu, ' ').replace(unseen, '\uFFFD')).join('\n');
}

/** In notifications, the editor turns `[text](command:…)` into a link that runs a command. */
export function inNotification(text: string): string {
  return plain(text).replaceAll('](', '] (');
}

/** In lists, lenses and the status bar, the editor turns `$(name)` into an icon. */
export function inList(text: string): string {
  return withoutIcons(plain(text));
}

/** Below input boxes, the editor turns text into both links and icons. */
export function belowBox(text: string): string {
  return withoutIcons(inNotification(text));
}

function withoutIcons(text: string): string {
  return text.replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');
}
