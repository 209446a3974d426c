/** Splits a text with Git's conflict markers into its sides. */
import type { Span } from '../nodes.js';

export interface Labels {
  readonly ours: string;
  readonly theirs: string;
  /** The label of the base; undefined if the markers do not show the base. */
  readonly base?: string | undefined;
  /** The number of characters in a marker. */
  readonly size: number;
}

export const plainLabels = { base: 'base', ours: 'ours', theirs: 'theirs', size: 7 } as const;

export interface Marked {
  readonly sides: { readonly base: string | undefined; readonly ours: string; readonly theirs: string };
  readonly labels: Labels;
  /** The span of each conflict, from its first marker to its last marker. */
  readonly conflicts: readonly Span[];
}

const all = ['ours', 'base', 'theirs'] as const;
type Part = (typeof all)[number] | 'none';

/** By current part and marker: the part that follows. Git does not write any other sequence of markers. */
const next: Readonly<Record<Part, Readonly<Record<string, Part>>>> = {
  none: { '<': 'ours' },
  ours: { '|': 'base', '=': 'theirs' },
  base: { '=': 'theirs' },
  theirs: { '>': 'none' },
};

/** @returns undefined if Git would not write such markers; `base` is undefined unless each conflict shows the base */
export function readMarkers(text: string): Marked | undefined {
  const sides = { ours: '', base: '', theirs: '' };
  const labels: Record<Exclude<Part, 'none'>, string> & { size: number } = { ...plainLabels };
  const conflicts: { start: number; end: number; hasBase: boolean }[] = [];
  let part: Part = 'none';
  let at = 0;
  for (const { sign, size, label, start, end, nextLine } of markersIn(text)) {
    for (const side of all) if (part === 'none' || part === side) sides[side] += text.slice(at, start);
    const following: Part | undefined = next[part][sign];
    if (following === undefined) return undefined;
    at = nextLine;
    if (part === 'none') conflicts.push({ start, end, hasBase: false });
    const conflict = conflicts.at(-1);
    if (conflict !== undefined) {
      conflict.end = end;
      conflict.hasBase ||= following === 'base';
    }
    if (label !== '') labels[following === 'none' ? 'theirs' : following] = label;
    labels.size = size;
    part = following;
  }
  if (part !== 'none' || conflicts.length === 0) return undefined;
  const rest = text.slice(at);
  const [ours, theirs] = [sides.ours + rest, sides.theirs + rest];
  if (conflicts.every(({ hasBase }) => hasBase))
    return { sides: { base: sides.base + rest, ours, theirs }, labels, conflicts };
  return { sides: { base: undefined, ours, theirs }, labels: { ...labels, base: undefined }, conflicts };
}

interface Marker extends Span {
  readonly sign: string;
  readonly size: number;
  readonly label: string;
  readonly nextLine: number;
}

/** Finds markers. Counts their characters in a loop, because a regular expression may overflow its stack. */
function* markersIn(text: string): Generator<Marker> {
  for (const { index: start } of text.matchAll(markerStart)) {
    const lineFeed = text.indexOf('\n', start);
    const [lineEnd, nextLine] = lineFeed === -1 ? [text.length, text.length] : [lineFeed, lineFeed + 1];
    const end = text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
    const sign = text.charAt(start);
    let size = 7;
    while (text[start + size] === sign) size += 1;
    const behind = text.slice(start + size, end);
    if ((behind === '' || behind.startsWith(' ')) && !behind.includes('\r'))
      yield { sign, size, label: behind.slice(1), start, end, nextLine };
  }
}

/** Start of a marker. In Git, only a line feed ends a line, but `^` would also match after other line breaks. */
const markerStart = /(?<![^\n])(?:<{7}|\|{7}|={7}|>{7})/g;
