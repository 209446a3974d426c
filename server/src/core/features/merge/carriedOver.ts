/** Applies a file's change to the same toggle's file in another environment, rule by rule, and keeps its layout. */
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
  /** The edits that turn the other file's text into `text`. */
  readonly edits: readonly Edit[];
  /** The changes as sentences; empty if the other file already has the change, or nothing can be carried over. */
  readonly changes: readonly string[];
  /** Sentences about changes that are not carried over, because the other file changes the same parts differently. */
  readonly leftOut: readonly string[];
}

/**
 * @param base the changed file before the change
 * @param edited the changed file after the change
 * @param target the other file; it keeps everything that the change does not touch
 * @returns undefined if one of the texts is not the JSON of a targeting file
 */
export function carriedOver(base: string, edited: string, target: string): CarriedOver | undefined {
  const [from, to, file] = [base, edited, target].map(plainFile);
  if (from === undefined || to === undefined || file === undefined) return undefined;
  // A comment is about the push of its own file, so it is not carried over.
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

/** Describes the changes. If only fields unknown to the service change, there is a single general sentence. */
function changesOfFile(from: Plain, to: Plain): readonly string[] {
  const changes = changesOfBody(from, to);
  return changes.length > 0 || isEquivalent(from, to)
    ? changes
    : [t('A field that the service does not know changes.')];
}
