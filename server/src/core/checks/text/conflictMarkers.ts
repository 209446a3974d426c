/**
 * # conflict-markers (error; not configurable)
 * A Git conflict, from its first marker to its last one. With it the file is no JSON, so nothing else is checked. VS Code
 * reports its own syntax errors beside it.
 *
 * Fix: keep one side, or merge both rule by rule, and remove the markers.
 */
import { t } from '@vscode/l10n';
import { readMarkers } from '../../json/read/conflictMarkers.js';
import type { JsonDocument } from '../../json/document.js';
import type { SpanProblem } from '../problem.js';

export function conflictMarkers(document: JsonDocument): readonly SpanProblem[] {
  // To JSON, a marker is always a mistake, so a text without one need not be searched.
  if (document.syntaxProblems.length === 0) return [];
  const lineOf = (offset: number) => document.positionAt(offset).line + 1;
  return (readMarkers(document.text)?.conflicts ?? []).map(({ start, end }) => ({
    code: 'conflict-markers',
    message: t(
      'Git conflict, lines {0}–{1}: keep one side or merge both, and remove the markers.',
      lineOf(start),
      lineOf(end),
    ),
    ...{ start, end },
  }));
}
