/** Explains why a finding of dead targeting is true. Each line names a class of users, and what decides for them. */
import { t } from '../../t.js';
import type { Budget } from '../../budget.js';
import { resultOf } from '../../json/steps.js';
import { Analysis } from '../../analysis/analysis.js';
import type { Claim, Decided, Entry, Line } from '../../analysis/dead/certificate.js';
import type { Outcome } from '../../analysis/impact/outcomes.js';
import { calledRule } from '../../checks/deadTargeting.js';
import { enumeration } from '../../features/hover/markdown.js';
import { listIn } from '../../targeting/model.js';
import { quoted, written } from '../attributeWords.js';
import { budgetFor } from '../deadTargetingOf.js';
import type { Evaluated } from '../evaluated.js';
import { outcomeInWords } from './reasonWords.js';
import { usersInWords } from '../usersInWords.js';

const MAX_LINES = 40;

/** Explains the findings of one file. Explaining all findings takes about as long as the search for the findings. */
export class Why {
  readonly #analysis: Analysis;
  readonly #budget: Budget;

  constructor(private readonly evaluated: Pick<Evaluated, 'arrival' | 'now' | 'json'>) {
    const { arrival, now } = evaluated;
    this.#budget = budgetFor(arrival.toggle);
    this.#analysis = new Analysis({ ...arrival, now, budget: this.#budget });
  }

  of(claim: Claim): readonly string[] {
    return resultOf(this.inSteps(claim));
  }

  /** Like `of`, but pauses after each step, so that other requests can be answered in between. */
  *inSteps(claim: Claim): Generator<undefined, readonly string[]> {
    const { toggle, obstacle } = this.evaluated.arrival;
    if (obstacle !== undefined) return [];
    let isPrepared = true;
    for (const steps = this.#analysis.prepare(); steps.next().done !== true; isPrepared = false) {
      this.#budget.nextQuestion();
      yield;
    }
    if (isPrepared) this.#budget.nextQuestion();
    else this.#budget.reset();
    const isOfAll = claim.code === 'impossible-prerequisite' || (toggle.isEnabled && toggle.prerequisites.length === 0);
    const lines = isOfAll
      ? []
      : [
          toggle.prerequisites.length === 0
            ? t('While the toggle is enabled:')
            : t('While the toggle is enabled, and for users who meet its prerequisites:'),
        ];
    const called = this.#caller(claim);
    let more = 0;
    for (const each of this.#analysis.why(claim)) {
      if (lines.length < MAX_LINES) lines.push(inWords(each, called));
      else more += 1;
      yield;
    }
    if (more > 0) lines.push(t('… and {0} more', more));
    return this.#budget.spend(0) ? lines : [...lines, t('… and others: a full search takes too long')];
  }

  /** Returns a function that names rules. Rules of a required toggle are only numbered: their names are unknown. */
  #caller({ code }: Claim): Called {
    const rules = code === 'impossible-prerequisite' ? [] : (listIn(this.evaluated.json, 'rules')?.items ?? []);
    return (index) => calledRule(rules[index], index);
  }
}

type Called = (rule: number) => string;

function inWords(each: Line, called: Called): string {
  if ('toggle' in each) return t('Toggle {0} serves:', quoted(each.toggle));
  if ('serves' in each) {
    const outcomes = [...new Set(each.outcomes.map(valueInWords))];
    const values = enumeration(outcomes.slice(0, 10), Math.max(0, outcomes.length - 10));
    return each.serves === 'disabled'
      ? t('{0} is served while the toggle is disabled or a prerequisite is not met', values)
      : t('{0} serves {1}', entryInWords(each.serves, called), values);
  }
  if ('box' in each) return t('{0}: {1}', usersInWords(each.box), decidedInWords(each.decided, called));
  return t('Nobody reaches {0}:', entryInWords(each.unreached, called));
}

function entryInWords(entry: Entry, called: Called): string {
  return entry === 'default' ? t('the default') : t('rule {0}', called(entry));
}

function decidedInWords(decided: Decided, called: Called): string {
  switch (decided.by) {
    case 'entry':
      return decidingInWords(decided, called);
    case 'entry-instead':
      return t('without this rule, {0}, with the same value', decidingInWords(decided, called));
    case 'condition':
      return decided.holds
        ? t('condition {0} holds', decided.index + 1)
        : t('condition {0} does not hold', decided.index + 1);
    case 'either-way':
      return decided.holds
        ? t('the condition holds, with or without the object')
        : t('the condition does not hold, with or without the object');
  }
}

function decidingInWords(decided: Extract<Decided, { readonly orAbove: boolean }>, called: Called): string {
  const entry = entryInWords(decided.entry, called);
  return decided.orAbove ? t('{0} or a rule above it decides', entry) : t('{0} decides', entry);
}

function valueInWords(outcome: Outcome): string {
  if (outcome.kind !== 'variation')
    return outcomeInWords(outcome.kind === 'unknown' ? 'depends' : outcome.kind, String);
  const { type, text } = outcome.value;
  // The text of a string value is a JSON string.
  return type === 'string' ? quoted(String(JSON.parse(text))) : written(type, text);
}
