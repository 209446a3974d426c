/** The lenses that stand beside each other on a line, as far as there is room: what is behind them would be cut off. Pure. */
import type { Drift } from './drift.js';

/** Those of the first environments, one at least: with fewer words where that makes room for more of them. */
export function titlesInLine(drifts: readonly Pick<Drift, 'title' | 'shortTitle'>[]): readonly string[] {
  const long = fitting(drifts.map(({ title }) => title));
  return long.length === drifts.length ? long : fitting(drifts.map(({ title, shortTitle }) => shortTitle ?? title));
}

function fitting(titles: readonly string[]): readonly string[] {
  const widths = titles.map((_, index) => titles.slice(0, index + 1).join(' | ').length);
  return titles.slice(0, Math.max(1, widths.filter((width) => width <= lineWidth).length));
}

/** Characters of an editor in a window 1,024 pixels wide, beside a side bar. */
const lineWidth = 90;
