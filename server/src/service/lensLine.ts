/** The lenses that stand beside each other on a line, as far as there is room: what is behind them would be cut off. Pure. */
import type { Drift } from './drift.js';

/** As many as fit, one at least: the first of them with all words, the others with fewer where that makes room. */
export function titlesInLine(drifts: readonly Pick<Drift, 'title' | 'shortTitle'>[]): readonly string[] {
  for (let long = drifts.length; long > 0; long -= 1) {
    const titles = drifts.map(({ title, shortTitle }, index) => (index < long ? title : (shortTitle ?? title)));
    if (fitting(titles).length === titles.length) return titles;
  }
  return fitting(drifts.map(({ title, shortTitle }) => shortTitle ?? title));
}

function fitting(titles: readonly string[]): readonly string[] {
  const widths = titles.map((_, index) => widthOf(titles.slice(0, index + 1).join(' | ')));
  return titles.slice(0, Math.max(1, widths.filter((width) => width <= lineWidth).length));
}

/** In characters, of which an icon takes two. */
function widthOf(line: string): number {
  return line.replace(/(?<!\\)\$\([a-z]+\)/g, '..').length;
}

/** Characters of an editor in a window 1,024 pixels wide, beside a side bar. */
const lineWidth = 90;
