import type { JsonDocument } from './document.js';
import { endAt, unclosed } from './read/records.js';

/** Whether all brackets, commas and values of the text are where they belong. */
export function isUnderstood(json: JsonDocument): boolean {
  const isHarmless = json.syntaxProblems.every(({ kind }) => kind === 'comment' || kind === 'trailing-comma');
  // Of two mistakes side by side one is reported: behind a trailing comma nothing is said of what the text does not close.
  return isHarmless && json.root !== undefined && endAt(json.records, 0) !== unclosed;
}
