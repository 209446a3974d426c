/** Applies a file's change to the file of the same toggle in another environment, rule by rule, in its layout. */
import { t } from '../../t.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { applyEdits } from '../../json/edit/edits.js';
import { changesOfBody, newsOf } from '../../targeting/state/changes.js';
import { mergeFiles } from '../../targeting/state/mergeStates.js';
import type { Plain } from '../../targeting/state/state.js';
import { isEquivalent } from '../../targeting/state/state.js';
import { editsTo } from './conflicts.js';
import { plainFile } from './fileIn.js';

export interface CarriedOver {
  readonly text: string;
  /** Edits from the other file's text to `text`. */
  readonly edits: readonly Edit[];
  /** Sentences; empty if the other file already has the change, or no part of it can be carried over. */
  readonly changes: readonly string[];
  /** Sentences about parts that cannot be carried over because the other file has changed them differently. */
  readonly leftOut: readonly string[];
}

/**
 * @param base the changed file before the change
 * @param edited the changed file after it
 * @param target the other file, which keeps everything that the change does not touch
 * @returns undefined if one of them is not the JSON of a targeting file
 */
export function carriedOver(base: string, edited: string, target: string): CarriedOver | undefined {
  const [from, to, file] = [base, edited, target].map(plainFile);
  if (from === undefined || to === undefined || file === undefined) return undefined;
  // A comment is about the push of its own file.
  const withoutComment = (fields: typeof to) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'comment'));
  const files = { base: withoutComment(from), yours: file, theirs: withoutComment(to) };
  const [mine, wanted] = [mergeFiles(files, 'yours', true), mergeFiles(files, 'theirs', true)];
  const edits = editsTo(parse(target), mine);
  return {
    ...{ text: applyEdits(target, edits), edits },
    changes: changesOfFile(file, mine),
    leftOut: newsOf(changesOfFile(mine, wanted)),
  };
}

/** Fields unknown to the service change only the file. */
function changesOfFile(from: Plain, to: Plain): readonly string[] {
  const changes = changesOfBody(from, to);
  return changes.length > 0 || isEquivalent(from, to) ? changes : [t('A field unknown to the service changes.')];
}
