/** The lenses that stand beside each other on a line, as far as there is room: what is behind them would be cut off. Pure. */
import type { Drift } from './drift.js';

interface Shown extends Pick<Drift, 'title' | 'shortTitle'> {
  /** What weighs more keeps its words, and its place, where there is too little room; the first ones otherwise. */
  readonly weight?: number;
}

/**
 * As many as fit, one at least, in their order: as many of them as possible with all words, the others with fewer.
 * @param taken characters of the line that others need
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

/** In characters, of which an icon takes two. */
function widthOf(line: string): number {
  return line.replace(/(?<!\\)\$\([a-z]+\)/g, '..').length;
}

/** Characters of an editor in a window 1,024 pixels wide, beside a side bar. */
const MAX_WIDTH = 90;
