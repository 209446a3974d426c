/** Dead targeting of a document that is ready to be evaluated. */
import type { Finding } from '../analysis/findings.js';
import { Analysis } from '../analysis/analysis.js';
import type { Evaluated } from './evaluated.js';

/**
 * @param isOver says when to give up a question; what was proved until then is proved
 * @returns findings step by step
 */
export function* searchDeadTargeting(
  { arrival, now }: Evaluated,
  isOver: () => boolean,
): Generator<readonly Finding[]> {
  const { toggle, environment, obstacle } = arrival;
  // Nobody gets anything of such a file, and that is said.
  if (obstacle === undefined) yield* new Analysis({ toggle, environment, now, isOver }).search();
}
