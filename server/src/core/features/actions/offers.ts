/** A refactoring before it becomes an LSP code action (refactorActions.ts). */
import type { CodeActionKind } from 'vscode-languageserver-types';
import type { Edit } from '../../json/edit/edits.js';
import type { Span } from '../../json/nodes.js';
import { indexAt } from '../../json/queries.js';

export interface Offer {
  readonly title: string;
  readonly kind: CodeActionKind;
  /** Computes the edits only on request, because they may depend on the whole document. */
  readonly edits: () => readonly Edit[];
}

/** An action that deletes a served variation after asking which variation to serve instead. */
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
