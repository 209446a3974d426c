/**
 * What stands behind the entries of a split that share a line: `25% · beta`. VS Code shows only so many characters of
 * hints on a line and leaves out those that come after, so names make room for each other, and for every percentage.
 */
import { oneLine } from '../variations.js';

export interface ShareWords {
  readonly percent: string;
  /** Of the variation; empty where the file does not say it. */
  readonly name: string;
}

/** Default of VS Code's `editor.inlayHints.maximumLength`. */
const roomOnALine = 43;

/** A shorter beginning of a name says less than none. */
const shortestName = 4;

export function shareLabels(shares: readonly ShareWords[]): readonly string[] {
  const whole = shares.map(({ percent, name }) => joined(percent, ' · ', name));
  if (fits(whole)) return whole;
  // In a longer list not even the percentages fit.
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

/** @param longest the ellipsis counted */
function beginning(name: string, longest: number): string {
  return name.length > longest
    ? `${oneLine(name, longest - 1)
        .slice(0, -1)
        .trimEnd()}…`
    : name;
}
