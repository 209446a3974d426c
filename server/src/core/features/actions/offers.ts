/** A refactoring before it becomes an LSP code action (refactorActions.ts). */
import type { CodeActionKind } from 'vscode-languageserver-types';
import type { Edit } from '../../json/edit/edits.js';
import type { Span } from '../../json/nodes.js';
import { indexAt } from '../../json/queries.js';

export interface Offer {
  readonly title: string;
  readonly kind: CodeActionKind;
  /** Computed only on request, because it may read the whole document. */
  readonly edits: () => readonly Edit[];
}

/** Deletes a served variation, after asking what to serve instead. */
export interface Question {
  readonly title: string;
  readonly kind: CodeActionKind;
  readonly deletes: number;
}

/** The index of the span that contains the whole selection. The spans must be in order. */
export function indexAround(spans: readonly Span[], { start, end }: Span): number | undefined {
  const index = indexAt(spans, start);
  return index !== undefined && end <= (spans[index]?.end ?? 0) ? index : undefined;
}
