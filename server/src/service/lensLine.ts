/** Fits lenses into one line, since the editor cuts off longer lines. Pure. */
import type { Drift } from './driftWords.js';

interface Shown extends Pick<Drift, 'title' | 'shortTitle'> {
  /** If space is short, lenses with a higher weight keep their full titles. By default, the first lenses do. */
  readonly weight?: number;
}

/**
 * Returns as many lenses as fit, but at least one, and as many full titles as possible.
 * @param taken number of characters in the line used by other lenses
 */
export function lensesInLine<T extends Shown>(
  all: readonly T[],
  taken = 0,
): readonly { readonly lens: T; readonly title: string }[] {
  const byWeight = all.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  for (let count = all.length; count > 0; count -= 1) {
    const shown = new Set(byWeight.slice(0, count));
    for (let long = count; long >= 0; long -= 1) {
      const whole = new Set(byWeight.slice(0, long));
      const line = all.flatMap((lens) => {
        const { title, shortTitle = title } = lens;
        return shown.has(lens) ? [{ lens, title: whole.has(lens) ? title : shortTitle }] : [];
      });
      if (widthOf(line.map(({ title }) => title).join(' | ')) <= MAX_WIDTH - taken || (count === 1 && long === 0))
        return line;
    }
  }
  return [];
}

/** Counts an icon as two characters. */
function widthOf(line: string): number {
  return line.replace(/(?<!\\)\$\([a-z]+\)/g, '..').length;
}

/** Number of characters that fit in a window of 1,024 pixels with a side bar. */
const MAX_WIDTH = 90;
