/** The sides of a text that has conflict markers in it, as Git writes them. */
import type { Span } from '../nodes.js';

export interface Labels {
  readonly ours: string;
  readonly theirs: string;
  /** Where the markers show the base, too. */
  readonly base?: string | undefined;
  /** The length of a marker. */
  readonly size: number;
}

/** Where Git has no other names, nor another length. */
export const plainLabels = { base: 'base', ours: 'ours', theirs: 'theirs', size: 7 } as const;

export interface Marked {
  readonly sides: { readonly base: string | undefined; readonly ours: string; readonly theirs: string };
  readonly labels: Labels;
  /** Each from its first marker to its last one. */
  readonly conflicts: readonly Span[];
}

const all = ['ours', 'base', 'theirs'] as const;
type Part = (typeof all)[number] | 'none';

/** Which part begins at a marker; a marker that stands anywhere else is none of Git's. */
const next: Readonly<Record<Part, Readonly<Record<string, Part>>>> = {
  none: { '<': 'ours' },
  ours: { '|': 'base', '=': 'theirs' },
  base: { '=': 'theirs' },
  theirs: { '>': 'none' },
};

/** Undefined where it has none, or others than Git writes; the base is known where each conflict shows it. */
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

/** Of each sign seven or more, as an attribute may have it. No expression counts them: there may be more than its stack can hold. */
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

/** Git's lines end at a line feed alone, as those of `^` do not. */
const markerStart = /(?<![^\n])(?:<{7}|\|{7}|={7}|>{7})/g;
