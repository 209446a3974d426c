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
      answers.flatMap(({ edits }) => edits),
    );
    for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return { text, codes };
}

/** Fixes that one round makes possible are applied in the next round. The limit stops fixes that undo each other. */
const MAX_ROUNDS = 10;

/** Keeps the first of two overlapping fixes. The next round applies the second fix. */
function withoutOverlaps<T extends { readonly edits: readonly Edit[] }>(answers: readonly T[]): readonly T[] {
  const late = new Set<T>();
  let at = -1;
  const edits = answers.flatMap((answer) => answer.edits.map(({ start, end }) => ({ answer, start, end })));
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  for (const { answer, start, end } of sorted) {
    if (start < at) late.add(answer);
    else if (!late.has(answer)) at = end;
  }
  return [...new Set(sorted.map(({ answer }) => answer))].filter((answer) => !late.has(answer));
}
