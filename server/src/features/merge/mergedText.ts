/**
 * Two changes of a targeting file in one: rule by rule, in the layout of ours. What both changed, each in another way, stands
 * between conflict markers.
 *
 * The merge is made as often as it may be decided: once with everything contested as ours has it, once as theirs does
 * (mergeStates.ts). Where both results differ, and only there, are conflicts.
 */
import { mergeFiles } from '../../../../client/src/sync/state/mergeStates.js';
import type { Plain } from '../../../../client/src/sync/state/state.js';
import { asObject } from '../../../../client/src/sync/state/state.js';
import { parse } from '../../json/document.js';
import { applyEdits } from '../../json/edits.js';
import type { Labels } from './markers.js';
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

/** Undefined where it is no right JSON, is not made as a targeting file, or JavaScript would not write what it reads. */
function fileIn(text: string): Plain | undefined {
  const { root, syntaxProblems } = parse(text);
  if (root?.kind !== 'object' || syntaxProblems.length > 0 || !isWrittenAsRead(text)) return undefined;
  const content = asObject(root.value['content']);
  const rules = content?.['rules'] ?? [];
  const areRules = Array.isArray(rules) && rules.every((rule) => asObject(rule) !== undefined);
  return content !== undefined && areRules ? root.value : undefined;
}

/** No number would be rounded, and no depth overflows the stack. */
function isWrittenAsRead(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|-?\d[\d.eE+-]*/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (!token.startsWith('"') && String(Number(token)) !== token) return false;
    if (depth > deepest) return false;
  }
  return true;
}

/** No targeting is nearly as deep. */
const deepest = 100;
