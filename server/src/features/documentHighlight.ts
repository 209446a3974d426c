/** textDocument/documentHighlight: a variation and all that serves it, from either end. */
import type { DocumentHighlight, Position } from 'vscode-languageserver-types';
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import { targetingOf } from '../targeting/model.js';
import { anchorOf, servesOfVariation } from '../targeting/served.js';
import { subjectIn } from './definition.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export function documentHighlight(document: OpenDocument, position: Position): DocumentHighlight[] {
  const subject = subjectIn(document, position);
  if (subject?.kind !== 'serve' && subject?.kind !== 'variation') return [];
  const targeting = targetingOf(document.json);
  const variation = targeting.variations?.[subject.index];
  if (variation === undefined) return [];
  const shown = (subject.kind === 'variation' ? subject.token : undefined) ?? anchorOf(variation);
  const serves = servesOfVariation(targeting, subject.index);
  return [
    { range: rangeOf(document, shown), kind: DocumentHighlightKind.Write },
    ...serves.map(({ node }) => ({ range: rangeOf(document, node), kind: DocumentHighlightKind.Read })),
  ];
}
