/** Whether a service has a toggle. Pure. */
import { isNoToggle } from '../drift.js';
import type { Reading } from '../http/answers/reading.js';

/** By what came of reading its targeting; undefined where that does not tell. */
export function isThere(reading: Reading<unknown>): boolean | undefined {
  if (reading.kind === 'read') return true;
  return isNoToggle(reading.outcome) ? false : undefined;
}
