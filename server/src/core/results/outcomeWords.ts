/** Describes users' results for lenses, hovers and the view of who gets what. */
import { t } from '../t.js';
import type { Outcome, Results } from '../evaluation/evaluate.js';
import type { JsonDocument } from '../json/document.js';
import { targetingOf } from '../targeting/model.js';
import { outcomeInWords, sdksInWords } from './reasons/reasonWords.js';
import { calledVariation, oneLine } from '../features/variations.js';

export class OutcomeWords {
  readonly targeting: ReturnType<typeof targetingOf>;

  constructor(json: JsonDocument) {
    // A copy, because the getters of `targetingOf` compute their lists on each access.
    this.targeting = { ...targetingOf(json) };
  }

  outcome(outcome: Outcome): string {
    return outcomeInWords(outcome, (index) => this.#variation(index));
  }

  /** Returns the variation's name, which is clearer than its index, or the same text as `outcome` if it has no name. */
  name(outcome: Outcome): string {
    return outcomeInWords(
      outcome,
      (index) => oneLine(this.targeting.variations?.[index]?.name ?? '') || this.#variation(index),
    );
  }

  /** Like `outcome`, but adds the variation's value, to distinguish variations with the same name. */
  outcomeWithValue(outcome: Outcome): string {
    return outcomeInWords(outcome, (index) => {
      const value = this.targeting.variations?.[index]?.value;
      return value === undefined
        ? this.#variation(index)
        : t('{0} ({1})', this.#variation(index), oneLine(JSON.stringify(value)));
    });
  }

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

/** Describes outcomes in two versions of a file by name or, if both names are the same, by index, name and value. */
export function moveInWords(
  from: { readonly outcome: Outcome; readonly words: OutcomeWords },
  to: { readonly outcome: Outcome; readonly words: OutcomeWords },
): readonly [from: string, to: string] {
  const [before, after] = [from.words.name(from.outcome), to.words.name(to.outcome)];
  return before === after
    ? [from.words.outcomeWithValue(from.outcome), to.words.outcomeWithValue(to.outcome)]
    : [before, after];
}
