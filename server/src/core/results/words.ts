/** What someone gets, in plain words: for lenses, hovers and the view of who gets what. */
import { t } from '@vscode/l10n';
import type { Outcome, Results } from '../evaluation/evaluate.js';
import type { JsonDocument } from '../json/document.js';
import { targetingOf } from '../targeting/model.js';
import { outcomeInWords, sdksInWords } from './reasons/reasonWords.js';
import { calledVariation, oneLine } from '../features/variations.js';

export class OutcomeWords {
  /** Of the document. */
  readonly targeting: ReturnType<typeof targetingOf>;

  constructor(json: JsonDocument) {
    // Its lists are made each time that it is asked for them.
    this.targeting = { ...targetingOf(json) };
  }

  outcome(outcome: Outcome): string {
    return outcomeInWords(outcome, (index) => this.#variation(index));
  }

  /** By its name alone, which says more to people than its index; without a name by index and value. */
  name(outcome: Outcome): string {
    return outcomeInWords(
      outcome,
      (index) => oneLine(this.targeting.variations?.[index]?.name ?? '') || this.#variation(index),
    );
  }

  /** With the value behind the name, for where the name alone does not tell it from another. */
  outcomeWithValue(outcome: Outcome): string {
    return outcomeInWords(outcome, (index) => {
      const value = this.targeting.variations?.[index]?.value;
      return value === undefined
        ? this.#variation(index)
        : `${this.#variation(index)} (${oneLine(JSON.stringify(value))})`;
    });
  }

  /** Which SDKs give a different result than the rules. */
  differing(results: Results): readonly string[] {
    return sdksInWords(results, (index) => this.#variation(index));
  }

  #variation(index: number): string {
    const variation = this.targeting.variations?.[index];
    return variation === undefined ? String(index) : calledVariation(variation);
  }

  requiredKey(prerequisite: number): string | undefined {
    return this.targeting.prerequisites[prerequisite]?.key;
  }

  rule(index: number): string {
    const name = oneLine(this.targeting.rules[index]?.name ?? '');
    return `${t('Rule {0}', index + 1)}${name === '' ? '' : ` · ${name}`}`;
  }
}

/** Two outcomes of two versions of a file by name; with index and value where both have the same name. */
export function moveInWords(
  from: { readonly outcome: Outcome; readonly words: OutcomeWords },
  to: { readonly outcome: Outcome; readonly words: OutcomeWords },
): readonly [from: string, to: string] {
  const [before, after] = [from.words.name(from.outcome), to.words.name(to.outcome)];
  return before === after
    ? [from.words.outcomeWithValue(from.outcome), to.words.outcomeWithValue(to.outcome)]
    : [before, after];
}
