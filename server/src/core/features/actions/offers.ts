/** What a refactoring is before it becomes an LSP code action (refactorActions.ts). */
import type { CodeActionKind } from 'vscode-languageserver-types';
import type { Edit } from '../../json/edit/edits.js';
import type { Span } from '../../json/nodes.js';
import { indexAt } from '../../json/queries.js';

export interface Offer {
  readonly title: string;
  readonly kind: CodeActionKind;
  /** Found when it is asked for: it may look at the whole document. */
  readonly edits: () => readonly Edit[];
}

/** Deletes a variation that is served, after asking what to serve instead. */
export interface Question {
  readonly title: string;
  readonly kind: CodeActionKind;
  readonly deletes: number;
}

/** The span, of some that stand in order, that has all of the selection in it. */
export function indexAround(spans: readonly Span[], { start, end }: Span): number | undefined {
  const index = indexAt(spans, start);
  return index !== undefined && end <= (spans[index]?.end ?? 0) ? index : undefined;
}
