/** Dead targeting of a document that is ready to be evaluated. */
import { Budget } from '../budget.js';
import type { Finding } from '../analysis/dead/findings.js';
import { Analysis } from '../analysis/analysis.js';
import type { Toggle } from '../evaluation/toggles.js';
import type { Evaluated } from './evaluated.js';

/** Steps for a file, and for one question about it; and so many more for each of its rules. */
const STEPS_FOR_A_FILE = 30_000;
const STEPS_FOR_A_QUESTION = 3_000;
const STEPS_FOR_A_RULE = 10;
/** A step looks at all attributes; one that looks at more of them counts as several. */
const ATTRIBUTES_IN_A_STEP = 16;

export function budgetFor({ rules }: Toggle, weight = 1): Budget {
  const ofRules = STEPS_FOR_A_RULE * rules.length;
  return new Budget(STEPS_FOR_A_FILE + ofRules, STEPS_FOR_A_QUESTION + ofRules, weight);
}

/** @returns findings step by step, so that others can be served between two steps */
export function* searchDeadTargeting({
  arrival,
  now,
}: Pick<Evaluated, 'arrival' | 'now'>): Generator<readonly Finding[]> {
  const { toggle, environment, obstacle } = arrival;
  // Nobody gets anything of such a file, and that is said.
  if (obstacle !== undefined) return;
  const attributes = new Set(toggle.rules.flatMap(({ conditions }) => conditions.map(({ subject }) => subject)));
  const budget = budgetFor(toggle, Math.max(1, Math.ceil(attributes.size / ATTRIBUTES_IN_A_STEP)));
  for (const found of new Analysis({ toggle, environment, now, budget }).search()) {
    yield found;
    budget.nextQuestion();
  }
  if (budget.isSpent) yield [{ code: 'incomplete-search' }];
}
