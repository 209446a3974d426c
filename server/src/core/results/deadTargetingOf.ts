/** Searches dead targeting in a document that is ready for evaluation. */
import { Budget } from '../budget.js';
import type { Finding } from '../analysis/dead/findings.js';
import { Analysis } from '../analysis/analysis.js';
import type { Toggle } from '../evaluation/toggles.js';
import type { Evaluated } from './evaluated.js';

/** Steps for a file and for one question about it; each rule of the file adds to both. */
const STEPS_FOR_A_FILE = 30_000;
const STEPS_FOR_A_QUESTION = 3_000;
const STEPS_FOR_A_RULE = 10;
/** A step examines up to this many attributes. */
const ATTRIBUTES_IN_A_STEP = 16;

export function budgetFor({ rules }: Toggle, weight = 1): Budget {
  const ofRules = STEPS_FOR_A_RULE * rules.length;
  return new Budget(STEPS_FOR_A_FILE + ofRules, STEPS_FOR_A_QUESTION + ofRules, weight);
}

/** @returns findings step by step, so that other requests can be answered in between */
export function* searchDeadTargeting({
  arrival,
  now,
}: Pick<Evaluated, 'arrival' | 'now'>): Generator<readonly Finding[]> {
  const { toggle, environment, obstacle } = arrival;
  // Then nobody gets a value, which is reported elsewhere.
  if (obstacle !== undefined) return;
  const attributes = new Set(toggle.rules.flatMap(({ conditions }) => conditions.map(({ subject }) => subject)));
  const budget = budgetFor(toggle, Math.max(1, Math.ceil(attributes.size / ATTRIBUTES_IN_A_STEP)));
  for (const found of new Analysis({ toggle, environment, now, budget }).search()) {
    yield found;
    budget.nextQuestion();
  }
  if (budget.isSpent) yield [{ code: 'incomplete-search' }];
}
