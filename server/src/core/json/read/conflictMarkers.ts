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

/** The next part, by the current part and the character of the marker. Git does not write other marker sequences. */
const next: Readonly<Record<Part, Readonly<Record<string, Part>>>> = {
  none: { '<': 'ours' },
  ours: { '|': 'base', '=': 'theirs' },
  base: { '=': 'theirs' },
  theirs: { '>': 'none' },
};

/** @returns undefined unless the text has markers as Git writes them; `base` is undefined if a conflict lacks a base */
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

/** Finds markers. Counts their characters in a loop, because regular expressions may overflow the stack. */
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

/** Matches the start of a marker. Not `^`, which also matches after line breaks other than the line feed. */
const markerStart = /(?<![^\n])(?:<{7}|\|{7}|={7}|>{7})/g;
