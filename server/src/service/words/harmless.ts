/**
 * Words of a service or a repository among our own: on one line, short, with every trick visible, and without links and icons
 * where the editor would make some. say.ts applies this to whatever people are shown. Pure.
 */

/** A name among our words. Of a long one, start and end are enough to know it by. */
export function word(text: string): string {
  return oneLine(shortened(text, 100));
}

/** Without line breaks; what is invisible or would turn the line around is seen as such. */
export function oneLine(text: string): string {
  return text
    .replace(/[^\S\uFEFF]+/gu, ' ')
    .replace(unseen, '\uFFFD')
    .trim();
}

const unseen = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** With an ellipsis in the middle where it has more characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  // Never the half of a character.
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - (most - half - 1)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** Where the editor shows text as it is: titles, tabs, questions. No sentence of ours comes near its limit. */
export function plain(text: string): string {
  return oneLine(shortened(text, 1_000));
}

/** Our own lines, below each other, as far in as they stand: what stands in one of them makes no other. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => (/^ {0,8}/.exec(line)?.[0] ?? '') + plain(line.trimStart())).join('\n');
}

/** A page with columns: blanks stay as they are. */
export function pageOf(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/[^\S ]/gu, ' ').replace(unseen, '\uFFFD')).join('\n');
}

/** In notifications, the editor makes a link of `[text](command:…)` that runs a command. */
export function inNotification(text: string): string {
  return plain(text).replaceAll('](', '] (');
}

/** In lists, lenses and the status bar, the editor makes an icon of `$(name)`; this is shown as it is written. */
export function inList(text: string): string {
  return withoutIcons(plain(text));
}

/** Below a box that is typed into, it makes both. */
export function belowBox(text: string): string {
  return withoutIcons(inNotification(text));
}

function withoutIcons(text: string): string {
  return text.replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');
}
