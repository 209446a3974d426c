/** textDocument/documentHighlight: highlights a variation and its serves if any of them is at the cursor. */
import type { DocumentHighlight, Position } from 'vscode-languageserver-types';
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import { servesOfVariation } from '../../targeting/model.js';
import { subjectIn } from '../names/definition.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';

export function documentHighlight(document: OpenDocument, position: Position): DocumentHighlight[] {
  const subject = subjectIn(document, position);
  if (subject?.kind !== 'variation') return [];
  const serves = servesOfVariation(document.json, subject.variation);
  return [
    { range: rangeOf(document, subject.shown), kind: DocumentHighlightKind.Write },
    ...serves.map((node) => ({ range: rangeOf(document, node), kind: DocumentHighlightKind.Read })),
  ];
}
