/** Labels of a split's entries on one line: `25% · beta`. VS Code limits hints per line, so names are shortened. */
import { oneLine } from '../variations.js';

export interface ShareWords {
  readonly percent: string;
  /** The variation's name; empty if the variation has no name in the file. */
  readonly name: string;
}

/** The default of VS Code's `editor.inlayHints.maximumLength`. */
const roomOnALine = 43;

/** The minimum length of a shortened name: an even shorter name would help less than no name. */
const shortestName = 4;

export function shareLabels(shares: readonly ShareWords[]): readonly string[] {
  const whole = shares.map(({ percent, name }) => joined(percent, ' · ', name));
  if (fits(whole)) return whole;
  // If there are more shares than characters on a line, even the percentages do not fit.
  for (let longest = shares.length > roomOnALine ? 0 : roomOnALine; longest >= shortestName; longest -= 1) {
    const shorter = shares.map(({ percent, name }) => joined(percent, ' ', beginning(name, longest)));
    if (fits(shorter)) return shorter;
  }
  return shares.map(({ percent }) => percent);
}

function fits(labels: readonly string[]): boolean {
  return labels.length <= roomOnALine && labels.join('').length <= roomOnALine;
}

function joined(percent: string, separator: string, name: string): string {
  return name === '' ? percent : oneLine(`${percent}${separator}${name}`);
}

/** @param longest the maximum length, including the ellipsis */
function beginning(name: string, longest: number): string {
  return name.length > longest
    ? `${oneLine(name, longest - 1)
        .slice(0, -1)
        .trimEnd()}…`
    : name;
}
