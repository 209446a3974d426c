import type { JsonDocument } from './document.js';
import { endAt, unclosed } from './read/records.js';

/** Whether all brackets, commas and values of the text are in their places. */
export function isWellFormed(json: JsonDocument): boolean {
  const isHarmless = json.syntaxProblems.every(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
  // A trailing comma may hide that a container is unclosed: one of two adjacent mistakes is reported.
  return isHarmless && json.root !== undefined && endAt(json.records, 0) !== unclosed;
}
