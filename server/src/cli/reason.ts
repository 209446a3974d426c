/** Why an evaluator gives what it gives, in data and words: the same for both formats of `evaluate`. */
import { t } from '@vscode/l10n';
import { noSuchVariation } from '../checks/selectOutOfRange.js';
import { variationOfBucket } from '../evaluation/buckets.js';
import type { Decider } from '../evaluation/decider.js';
import { deciderOf } from '../evaluation/decider.js';
import type { Outcome } from '../evaluation/evaluate.js';
import type { ExplainedCondition, ExplainedPrerequisite, Explanation } from '../evaluation/explain.js';
import type { Evaluators } from '../evaluation/sdks.js';
import { none } from '../evaluation/sdks.js';
import type { Toggle } from '../evaluation/toggles.js';
import type { Verdict } from '../evaluation/verdict.js';
import { attributeInWords } from '../features/evaluation/attributeWords.js';
import { requiredServes, whyNot } from '../features/evaluation/reasonWords.js';
import { conditionInWords } from '../features/hover/condition.js';
import { withoutMarkdown } from '../features/hover/plainWords.js';
import { titleOfRule } from '../features/hover/rule.js';
import { listNamed } from '../json/queries.js';
import type { Targeting } from '../targeting/model.js';

export type Holds = boolean | 'depends' | 'throws' | 'unreached';

/** Its names are API, its words are not. */
export interface Reason {
  readonly by: Decider['by'];
  /** Of the prerequisite or rule. */
  readonly index: number | undefined;
  /** Of a code default. */
  readonly why: string | undefined;
  /** Where a split decides. */
  readonly bucket: number | undefined;
  readonly prerequisites: readonly ReasonedStep[];
  readonly rules: readonly (ReasonedStep & { readonly conditions: readonly ReasonedStep[] })[];
}

export interface ReasonedStep {
  /** What it asks for. */
  readonly words: string;
  readonly holds: Holds;
  /** What was looked at, where it holds; otherwise why it does not. */
  readonly why: string | undefined;
}

export interface Reasoned {
  readonly toggle: Toggle;
  readonly targeting: Targeting;
  readonly explanation: Explanation;
  /** One evaluator. */
  readonly who: Evaluators;
}

export function reasonOf({ toggle, targeting, explanation, who }: Reasoned, outcome: Outcome): Reason {
  const decider = deciderOf(toggle, explanation, who);
  const { rules } = targeting;
  return {
    by: decider.by,
    index: decider.index,
    why: outcome === 'code-default' ? whyCodeDefault(toggle, decider, explanation) : undefined,
    bucket: typeof decider.serve === 'object' ? explanation.bucket : undefined,
    prerequisites: explanation.prerequisites.map((each, index) => prerequisiteStep(each, toggle, index, who)),
    rules: explanation.rules.map((each, index) => {
      const rule = rules[index];
      const written = rule && listNamed(rule.node, 'conditions')?.items;
      const isReached = (each.reached & who) !== none;
      return {
        words: rule === undefined ? t('Rule {0}', index + 1) : withoutMarkdown(titleOfRule(rule)),
        holds: isReached ? holdsFor(each.verdict, who) : 'unreached',
        why: undefined,
        conditions: each.conditions.map((condition, place) => ({
          words: withoutMarkdown(conditionInWords(written?.[place])),
          ...conditionStep(condition, who),
        })),
      };
    }),
  };
}

function prerequisiteStep(
  { key, reached, met, serves }: ExplainedPrerequisite,
  { prerequisites }: Toggle,
  index: number,
  who: Evaluators,
): ReasonedStep {
  const holds = (met & who) !== none || (serves === 'unknown' || serves === 'depends' ? 'depends' : false);
  return {
    words: t('{0} must serve {1}', JSON.stringify(key ?? '…'), prerequisites[index]?.value.text ?? '…'),
    holds: (reached & who) === none ? 'unreached' : holds,
    why: (reached & who) === none || holds === true ? undefined : requiredServes({ serves }),
  };
}

function conditionStep({ verdict, parts }: ExplainedCondition, who: Evaluators): Omit<ReasonedStep, 'words'> {
  const holds = holdsFor(verdict, who);
  const [first] = parts;
  const value = holds === true && first !== undefined ? attributeInWords(first) : '';
  if (holds === true) return { holds, why: value === '' ? undefined : value };
  const unheld = parts.filter((part) => (part.verdict.holds & who) === none);
  return { holds, why: [...new Set(unheld.map((part) => whyNot(part, who)))].join(', ') };
}

function holdsFor({ holds, depends, throws }: Verdict, who: Evaluators): Holds {
  if ((depends & who) !== none) return 'depends';
  return (throws & who) !== none ? 'throws' : (holds & who) !== none;
}

function whyCodeDefault({ variations }: Toggle, { serve }: Decider, { bucket = 0 }: Explanation): string | undefined {
  if (serve === 'unknown') return undefined;
  const index = typeof serve === 'number' ? serve : variationOfBucket(serve, bucket);
  if (index === undefined) return t('No share has bucket {0}.', bucket);
  if (variations[index] === undefined) return noSuchVariation(index, variations.length);
  return variations[index].type === 'null' ? t('Variation {0} has no value.', index) : undefined;
}
