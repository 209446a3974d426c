/** `--fix`: applies the fixes of problems with a single possible fix, in rounds, like *Fix all* in the editor. */
import type { Edit } from '../../core/json/edit/edits.js';
import { applyEdits } from '../../core/json/edit/edits.js';
import { onlyAnswers } from '../../core/features/actions/fixes.js';
import { OpenDocument } from '../../core/features/openDocument.js';
import type { ProblemCode } from '../../core/checks/codes.js';
import type { Rating } from '../../core/checks/rating.js';

export interface FixedText {
  readonly text: string;
  /** The number of fixed problems by code, in the order of the fixes. */
  readonly codes: ReadonlyMap<ProblemCode, number>;
}

export function fixedText(uri: string, before: string, rating: Rating): FixedText {
  const codes = new Map<ProblemCode, number>();
  let text = before;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const answers = withoutOverlaps(onlyAnswers(OpenDocument.open(uri, 'json', round, text), rating));
    if (answers.length === 0) break;
    text = applyEdits(
      text,
      answers.map(({ edit }) => edit),
    );
    for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return { text, codes };
}

/** Fixes that one round makes possible are applied in the next round. The limit stops fixes that undo each other. */
const MAX_ROUNDS = 10;

/** Keeps the first of two overlapping fixes. The next round applies the second fix. */
function withoutOverlaps<T extends { readonly edit: Edit }>(answers: readonly T[]): readonly T[] {
  let end = -1;
  return answers
    .toSorted((a, b) => a.edit.start - b.edit.start)
    .filter(({ edit }) => {
      const fits = edit.start >= end;
      if (fits) end = Math.max(end, edit.end);
      return fits;
    });
}
