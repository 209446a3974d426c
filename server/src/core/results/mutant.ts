/** One small change of a targeting. */
import type { JsonDocument } from '../json/document.js';
import type { Edit } from '../json/edits.js';
import type { Span } from '../json/nodes.js';
import { rangeIn } from '../json/queries.js';

export interface Mutant {
  readonly edits: readonly Edit[];
  /** What changes. */
  readonly span: Span;
  /** What the changed document does, in a sentence. */
  readonly words: (changed: JsonDocument) => string;
}

/** The last edit is made first, so that none moves the place of another. */
export function changedBy(document: JsonDocument, { edits }: Mutant): JsonDocument {
  const changes = edits
    .toSorted((a, b) => b.start - a.start)
    .map((edit) => ({ range: rangeIn(document, edit), text: edit.newText }));
  return document.edited(changes);
}
