/** Dead targeting of a document that is ready to be evaluated. */
import type { Finding } from '../analysis/findings.js';
import { Analysis } from '../analysis/analysis.js';
import { Work } from '../analysis/work.js';
import type { Evaluated } from './evaluated.js';

/** Steps for a file, and for one question about it; and so many more for each of its rules. */
const STEPS_FOR_A_FILE = 30_000;
const STEPS_FOR_A_QUESTION = 3_000;
const STEPS_FOR_A_RULE = 10;

/** @returns findings step by step, so that others can be served between two steps */
export function* searchDeadTargeting({ arrival, now }: Evaluated): Generator<readonly Finding[]> {
  const { toggle, environment, obstacle } = arrival;
  // Nobody gets anything of such a file, and that is said.
  if (obstacle !== undefined) return;
  const ofRules = STEPS_FOR_A_RULE * toggle.rules.length;
  const work = new Work(STEPS_FOR_A_FILE + ofRules, STEPS_FOR_A_QUESTION + ofRules);
  for (const found of new Analysis({ toggle, environment, now, isOver: work.isOver }).search()) {
    yield found;
    work.nextQuestion();
  }
  if (work.isSpent) yield [{ code: 'incomplete-search' }];
}
