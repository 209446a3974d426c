/** Searches for dead targeting in a document that is prepared for evaluation. */
import { Budget } from '../budget.js';
import type { Finding } from '../analysis/dead/findings.js';
import { Analysis } from '../analysis/analysis.js';
import type { Toggle } from '../evaluation/toggles.js';
import type { Evaluated } from './evaluated.js';

/** Maximum number of steps for a file, and for one question about a file. Each rule in the file raises both limits. */
const STEPS_FOR_A_FILE = 30_000;
const STEPS_FOR_A_QUESTION = 3_000;
const STEPS_FOR_A_RULE = 10;
/** Number of attributes that the normal cost of a step covers; with more attributes, each step costs more. */
const ATTRIBUTES_IN_A_STEP = 16;

export function budgetFor({ rules }: Toggle, weight = 1): Budget {
  const ofRules = STEPS_FOR_A_RULE * rules.length;
  return new Budget(STEPS_FOR_A_FILE + ofRules, STEPS_FOR_A_QUESTION + ofRules, weight);
}

/** Yields findings step by step, so that other requests can be answered in between. */
export function* searchDeadTargeting({
  arrival,
  now,
}: Pick<Evaluated, 'arrival' | 'now'>): Generator<readonly Finding[]> {
  const { toggle, environment, obstacle } = arrival;
  // Because of the obstacle, the toggle does not reach SDKs. Other checks report the obstacle.
  if (obstacle !== undefined) return;
  const attributes = new Set(toggle.rules.flatMap(({ conditions }) => conditions.map(({ subject }) => subject)));
  const budget = budgetFor(toggle, Math.max(1, Math.ceil(attributes.size / ATTRIBUTES_IN_A_STEP)));
  for (const found of new Analysis({ toggle, environment, now, budget }).search()) {
    yield found;
    budget.nextQuestion();
  }
  if (budget.isSpent) yield [{ code: 'incomplete-search' }];
}
