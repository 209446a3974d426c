/** Provides the outline, folding and selection ranges for editors that lack these features for JSON. */
import { documentSymbol } from '../../core/features/layout/documentSymbol.js';
import { foldingRange } from '../../core/features/layout/foldingRange.js';
import { selectionRange } from '../../core/features/layout/selectionRange.js';
import type { Capability } from '../session.js';

export const structure: Capability = ({ connection, client: { textDocument }, settings, answer }) => {
  const hierarchical = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  connection.onDocumentSymbol(answer(null, (open) => documentSymbol(open, { hierarchical })));
  connection.onFoldingRanges(answer(null, (open) => foldingRange(open, textDocument?.foldingRange?.rangeLimit)));
  connection.onSelectionRanges(answer(null, (open, { positions }) => selectionRange(open, positions)));
  const { symbols, foldingRanges, selectionRanges } = settings.now.editorHas;
  return {
    ...(!symbols && { documentSymbolProvider: true }),
    ...(!foldingRanges && { foldingRangeProvider: true }),
    ...(!selectionRanges && { selectionRangeProvider: true }),
  };
};
