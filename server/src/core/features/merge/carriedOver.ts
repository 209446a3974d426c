/** A change of one file made in another one, of the same toggle in another environment: rule by rule, in the layout of that file. */
import { t } from '@vscode/l10n';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { applyEdits } from '../../json/edit/edits.js';
import { changesOfBody, newsOf } from '../../targeting/state/changes.js';
import { mergeFiles } from '../../targeting/state/mergeStates.js';
import type { Plain } from '../../targeting/state/state.js';
import { alike } from '../../targeting/state/state.js';
import { editsTo } from './conflicts.js';
import { fileIn } from './fileIn.js';

export interface CarriedOver {
  readonly text: string;
  /** From the text of the other file to that one. */
  readonly edits: readonly Edit[];
  /** A sentence each; none where the other file has the change already, or nothing of it can be carried over. */
  readonly changes: readonly string[];
  /** What cannot be carried over, as the other file has changed the same in another way; a sentence each. */
  readonly leftOut: readonly string[];
}

/**
 * What the change does not touch stays as the other file has it, and so do its comment and all shares and values that only it has.
 *
 * @param base the changed file before the change
 * @param edited the same after it
 * @param target the other file
 * @returns undefined where one of them is not the JSON of a targeting file
 */
export function carriedOver(base: string, edited: string, target: string): CarriedOver | undefined {
  const [from, to, file] = [base, edited, target].map(fileIn);
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

/** Fields that only the file has are no change to the service, but one of the file. */
function changesOfFile(from: Plain, to: Plain): readonly string[] {
  const changes = changesOfBody(from, to);
  return changes.length > 0 || alike(from, to) ? changes : [t('A field unknown to the service changes.')];
}
