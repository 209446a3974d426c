/**
 * # conflict-markers (error; not configurable)
 * The file has a Git conflict, marked from its first to its last marker. It is not JSON then, so nothing else is checked.
 * VS Code also reports syntax errors of its own.
 * Not reported: markers of which some are missing; they are `syntax` errors.
 *
 * Fix: keep one side, or merge both rule by rule, and remove the markers.
 */
import { t } from '../../t.js';
import { readMarkers } from '../../json/read/conflictMarkers.js';
import type { JsonDocument } from '../../json/document.js';
import type { SpanProblem } from '../problem.js';

export function conflictMarkers(document: JsonDocument): readonly SpanProblem[] {
  // Markers are syntax errors, so a text without syntax errors needs no search.
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
