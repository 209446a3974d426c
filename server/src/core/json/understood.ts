import type { JsonDocument } from './document.js';
import { endAt, unclosed } from './read/records.js';

/** Whether the text is valid JSON, apart from comments and trailing commas. */
export function isWellFormed(json: JsonDocument): boolean {
  const isHarmless = json.syntaxProblems.every(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
  // An unclosed container after a trailing comma is not reported: only one of two adjacent mistakes is.
  return isHarmless && json.root !== undefined && endAt(json.records, 0) !== unclosed;
}
