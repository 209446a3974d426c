/** The sides of a text that has conflict markers in it, as Git writes them. */
import type { Span } from '../../json/nodes.js';
import type { Labels } from './markers.js';
import { plainLabels } from './markers.js';
import type { Sides } from './mergedText.js';

export interface Marked {
  readonly sides: Sides;
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
  for (const { 0: line, 1: signs = '', 2: label = '', index } of text.matchAll(markerLine)) {
    for (const side of all) if (part === 'none' || part === side) sides[side] += text.slice(at, index);
    const following: Part | undefined = next[part][signs.charAt(0)];
    if (following === undefined) return undefined;
    at = index + line.length;
    if (part === 'none') conflicts.push({ start: index, end: at, hasBase: false });
    const conflict = conflicts.at(-1);
    if (conflict !== undefined) {
      conflict.end = at;
      conflict.hasBase ||= following === 'base';
    }
    if (label !== '') labels[following === 'none' ? 'theirs' : following] = label;
    labels.size = signs.length;
    part = following;
  }
  if (part !== 'none' || conflicts.length === 0) return undefined;
  const rest = text.slice(at);
  const [ours, theirs] = [sides.ours + rest, sides.theirs + rest];
  if (conflicts.every(({ hasBase }) => hasBase))
    return { sides: { base: sides.base + rest, ours, theirs }, labels, conflicts };
  return { sides: { base: undefined, ours, theirs }, labels: { ...labels, base: undefined }, conflicts };
}

/** Seven signs or more, as an attribute may have it. */
const markerLine = /^(<{7,}|\|{7,}|={7,}|>{7,})(?: ([^\r\n]*))?(?:\r?\n|\r?$)/gm;
