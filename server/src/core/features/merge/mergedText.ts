/**
 * Two changes of a targeting file in one: rule by rule, in the layout of ours. What both changed, each in another way, stands
 * between conflict markers.
 *
 * The merge is made as often as it may be decided: once with everything contested as ours has it, once as theirs does
 * (mergeStates.ts). Where both results differ, and only there, are conflicts.
 */
import { mergeFiles } from '../../targeting/state/mergeStates.js';
import type { Labels } from '../../json/read/conflictMarkers.js';
import { parse } from '../../json/document.js';
import { applyEdits } from '../../json/edit/edits.js';
import { fileIn } from './fileIn.js';
import { withMarkers } from './markers.js';
import { conflictsIn, editsTo } from './conflicts.js';

export interface Sides {
  /** Where it is undefined or cannot be read, whatever is not the same on both sides is a conflict. */
  readonly base: string | undefined;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly text: string;
  /** How many there are; each has its markers. */
  readonly conflicts: number;
}

/**
 * @param labels that of the base where the markers show it, too
 * @returns undefined where ours or theirs cannot be read, so that they can only be merged as text
 */
export function mergedText(sides: Sides, labels: Labels): Merged | undefined {
  const [base, ours, theirs] = [sides.base ?? '', sides.ours, sides.theirs].map(fileIn);
  if (ours === undefined || theirs === undefined) return undefined;
  const files = base && { base, yours: ours, theirs };
  const decided = {
    ours: files ? mergeFiles(files, 'yours') : ours,
    theirs: files ? mergeFiles(files, 'theirs') : theirs,
    ...(files && labels.base !== undefined && { base: mergeFiles(files, 'base') }),
  };
  const written = parse(sides.ours);
  const document = parse(applyEdits(sides.ours, editsTo(written, decided.ours)));
  return withMarkers(document.text, conflictsIn(document, decided), labels);
}
