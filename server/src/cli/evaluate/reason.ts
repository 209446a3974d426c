/** The reason for an evaluator's result, for both formats of `evaluate`. */
import { t } from '../../core/t.js';
import { noSuchVariation } from '../../core/checks/serves/selectOutOfRange.js';
import { variationOfBucket } from '../../core/evaluation/buckets.js';
import type { Decider } from '../../core/evaluation/decider.js';
import type { Outcome } from '../../core/evaluation/evaluate.js';
import type { Explanation } from '../../core/evaluation/explain.js';
import type { Evaluators } from '../../core/evaluation/sdks/sdks.js';
import type { Prerequisite, Toggle } from '../../core/evaluation/toggles.js';
import type { Reasoned } from '../../core/results/reasons/reason.js';
import { reasonOf } from '../../core/results/reasons/reason.js';
import { conditionInWords } from '../../core/features/hover/condition.js';
import { withoutMarkdown } from '../../core/features/hover/plainWords.js';
import { titleOfRule } from '../../core/features/hover/rule.js';
import { listNamed } from '../../core/json/queries.js';
import type { Targeting } from '../../core/targeting/model.js';

/** The reason as printed in JSON. Its field names are API; the wording of its texts is not. */
export interface WrittenReason {
  readonly by: Decider['by'];
  /** The index of the deciding prerequisite or rule. */
  readonly index: number | undefined;
  /** Why the SDK returns the default value from the code. */
  readonly why: string | undefined;
  /** The user's bucket, if a split decided. */
  readonly bucket: number | undefined;
  readonly prerequisites: readonly WrittenStep[];
  readonly rules: readonly (WrittenStep & { readonly conditions: readonly WrittenStep[] })[];
}

export interface WrittenStep extends Reasoned {
  readonly words: string;
}

export interface Answered {
  readonly toggle: Toggle;
  readonly targeting: Targeting;
  readonly explanation: Explanation;
  /** The evaluator whose reason is described, as a single bit. */
  readonly who: Evaluators;
}

export function writtenReason({ toggle, targeting, explanation, who }: Answered, outcome: Outcome): WrittenReason {
  const { decider, bucket, prerequisites, rules } = reasonOf(toggle, explanation, who);
  const written = targeting.rules;
  return {
    by: decider.by,
    index: decider.index,
    why: outcome === 'code-default' ? whyCodeDefault(toggle, decider, explanation) : undefined,
    bucket,
    prerequisites: prerequisites.map((each, index) => ({
      words: prerequisiteInWords(toggle.prerequisites[index]),
      ...each,
    })),
    rules: rules.map(({ conditions, ...each }, index) => {
      const rule = written[index];
      const nodes = rule && listNamed(rule.node, 'conditions')?.items;
      return {
        words: rule === undefined ? t('Rule {0}', index + 1) : withoutMarkdown(titleOfRule(rule)),
        ...each,
        conditions: conditions.map((condition, place) => ({
          words: withoutMarkdown(conditionInWords(nodes?.[place])),
          ...condition,
        })),
      };
    }),
  };
}

function prerequisiteInWords(prerequisite: Prerequisite | undefined): string {
  return t('{0} must serve {1}', JSON.stringify(prerequisite?.key ?? '…'), prerequisite?.value.text ?? '…');
}

function whyCodeDefault({ variations }: Toggle, { serve }: Decider, { bucket = 0 }: Explanation): string | undefined {
  if (serve === 'unknown') return undefined;
  const index = typeof serve === 'number' ? serve : variationOfBucket(serve, bucket);
  if (index === undefined) return t('No share contains bucket {0}.', bucket);
  if (variations[index] === undefined) return noSuchVariation(index, variations.length);
  return variations[index].type === 'null' ? t('Variation {0} has no value.', index) : undefined;
}
