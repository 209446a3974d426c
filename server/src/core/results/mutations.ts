/** Whether tests notice when someone changes the targeting: it is changed in many small ways, and its tests are run each time. */
import type { Range } from 'vscode-languageserver-types';
import type { TestCase } from '../evaluation/cases.js';
import { countOfAllRuns, MAX_RUNS_TOGETHER } from '../evaluation/cases.js';
import { Effort, STEPS_FOR_A_REPORT } from '../evaluation/effort.js';
import type { Users } from '../evaluation/users.js';
import type { JsonDocument } from '../json/document.js';
import { rangeIn } from '../json/queries.js';
import type { Evaluated } from './evaluated.js';
import { changedBy } from './mutant.js';
import { mutants } from './mutants.js';
import { runTests } from './runTests.js';

export interface Mutations {
  /** How many changes were tried. */
  readonly tried: number;
  /** Whether these were all; more may take too long. */
  readonly areAll: boolean;
  /** Those that no case failed on. */
  readonly unnoticed: readonly Unnoticed[];
  /** The cases that failed on none. */
  readonly cannotFail: readonly TestCase[];
}

export interface Unnoticed {
  readonly words: string;
  /** What changed, in the targeting as it is. */
  readonly range: Range;
}

interface Options {
  /** Cases that fail as the targeting is say nothing of its changes. */
  readonly cases: readonly TestCase[];
  readonly users: Users;
  readonly evaluated: (document: JsonDocument) => Evaluated;
}

/** Parsing the changed file costs this many steps a character. */
const STEPS_FOR_A_CHARACTER = 10;

export function mutationsOf(document: JsonDocument, { cases, users, evaluated }: Options): Mutations {
  const fails = (testCase: TestCase, on: Evaluated) =>
    runTests([testCase], on, users).some(({ failures }) => failures.length > 0);
  const now = evaluated(document);
  // Each run may evaluate every condition.
  const steps = STEPS_FOR_A_CHARACTER * document.text.length + countOfAllRuns(cases) * now.stepsOfARun;
  if (steps > STEPS_FOR_A_REPORT) return { tried: 0, areAll: false, unnoticed: [], cannotFail: [] };
  const effort = new Effort(STEPS_FOR_A_REPORT);
  const passing = cases.filter((each) => !fails(each, now));
  const most = Math.floor(MAX_RUNS_TOGETHER / Math.max(1, countOfAllRuns(passing)));
  const cannotFail = new Set(passing);
  const unnoticed: Unnoticed[] = [];
  let tried = 0;
  for (const mutant of mutants(document)) {
    if (tried === most || !effort.spend(steps)) return { tried, areAll: false, unnoticed, cannotFail: [...cannotFail] };
    tried += 1;
    const changed = changedBy(document, mutant);
    const on = evaluated(changed);
    let isNoticed = false;
    for (const each of passing) {
      if ((isNoticed && !cannotFail.has(each)) || !fails(each, on)) continue;
      isNoticed = true;
      cannotFail.delete(each);
    }
    if (!isNoticed) unnoticed.push({ words: mutant.words(changed), range: rangeIn(document, mutant.span) });
  }
  return { tried, areAll: true, unnoticed, cannotFail: [...cannotFail] };
}
