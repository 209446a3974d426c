/** What somebody gets, in plain words: for lenses, hovers and the view of who gets what. */
import { t } from '@vscode/l10n';
import type { Outcome, Results } from '../../evaluation/evaluate.js';
import type { Evaluator } from '../../evaluation/sdks.js';
import { evaluators } from '../../evaluation/sdks.js';
import type { JsonDocument } from '../../json/document.js';
import { targetingOf } from '../../targeting/model.js';
import { calledVariation, oneLine } from '../variations.js';

const names: Readonly<Record<Evaluator, string>> = {
  official: '',
  rust: 'Rust',
  node: 'Node',
  java: 'Java',
  go: 'Go',
  python: 'Python',
};

export class OutcomeWords {
  readonly #targeting: ReturnType<typeof targetingOf>;

  constructor(json: JsonDocument) {
    this.#targeting = targetingOf(json);
  }

  outcome(outcome: Outcome): string {
    switch (outcome) {
      case 'code-default':
        return t('the code default');
      case 'throws':
        return t('an exception');
      case 'depends':
        return t('it depends');
      default: {
        const variation = this.#targeting.variations?.[outcome];
        return variation === undefined ? String(outcome) : calledVariation(variation);
      }
    }
  }

  rule(index: number): string {
    const name = oneLine(this.#targeting.rules[index]?.name ?? '');
    return `${t('Rule {0}', index + 1)}${name === '' ? '' : ` · ${name}`}`;
  }

  /** The SDKs whose answer differs from that of the rules, those that agree with each other together. */
  differing(results: Results): readonly string[] {
    const byOutcome = new Map<Outcome, string[]>();
    results.forEach(({ outcome }, place) => {
      const evaluator = evaluators[place];
      if (evaluator === undefined || outcome === results[0]?.outcome) return;
      byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), names[evaluator]]);
    });
    return Array.from(byOutcome, ([outcome, who]) => t('{0}: {1}', who.join(', '), this.outcome(outcome)));
  }
}
