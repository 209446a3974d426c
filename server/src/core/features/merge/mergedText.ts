/**
 * Merges two changes of a targeting file, rule by rule, in the layout of our file. Contradictory changes get conflict
 * markers. The merge runs twice (mergeStates.ts): all contested changes are decided first for our side, then for the
 * other side. The places where the two results differ are the conflicts.
 */
import { mergeFiles } from '../../targeting/state/mergeStates.js';
import type { Labels } from '../../json/read/conflictMarkers.js';
import { parse } from '../../json/document.js';
import { applyEdits } from '../../json/edit/edits.js';
import { plainFile } from './fileIn.js';
import { withMarkers } from './markers.js';
import { conflictsIn, editsTo } from './conflicts.js';

export interface Sides {
  /** The common base. If it is undefined or unreadable, every difference between the sides is a conflict. */
  readonly base: string | undefined;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly text: string;
  readonly conflicts: number;
}

/**
 * @param labels the labels of the markers; if there is a label for the base, the markers show the base
 * @returns undefined if `ours` or `theirs` is unreadable, so that only a text merge is possible
 */
export function mergedText(sides: Sides, labels: Labels): Merged | undefined {
  const [base, ours, theirs] = [sides.base ?? '', sides.ours, sides.theirs].map(plainFile);
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
