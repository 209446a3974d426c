/** Explains the result of one evaluator, for the steps shown in the editor and for reports of the command line. */
import type { Decider } from '../../evaluation/decider.js';
import { deciderOf } from '../../evaluation/decider.js';
import type { ExplainedCondition, ExplainedPrerequisite, Explanation } from '../../evaluation/explain.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { none } from '../../evaluation/sdks/sdks.js';
import type { Toggle } from '../../evaluation/toggles.js';
import type { Verdict } from '../../evaluation/verdict.js';
import { attributeInWords } from '../attributeWords.js';
import { requiredServes, whyNot } from './reasonWords.js';
import { listOf } from '../../targeting/joined.js';

export interface Reason {
  readonly decider: Decider;
  /** The user's bucket; undefined if no split decides. */
  readonly bucket: number | undefined;
  readonly prerequisites: readonly Reasoned[];
  readonly rules: readonly (Reasoned & { readonly conditions: readonly Reasoned[] })[];
}

export interface Reasoned {
  readonly holds: Holds;
  /** The value that was compared, if the condition holds; otherwise, the reason why the condition does not hold. */
  readonly why: string | undefined;
}

export type Holds = boolean | 'depends' | 'throws' | 'unreached';

/** @param who a single evaluator @param noteOf returns an additional note about a condition */
export function reasonOf(
  toggle: Toggle,
  explanation: Explanation,
  who: Evaluators,
  noteOf: (condition: ExplainedCondition) => string | undefined = () => undefined,
): Reason {
  const decider = deciderOf(toggle, explanation.decisions, who);
  return {
    decider,
    bucket: typeof decider.serve === 'object' ? explanation.bucket : undefined,
    prerequisites: explanation.prerequisites.map((each) => prerequisiteReason(each, who)),
    rules: explanation.rules.map(({ reached, verdict, conditions }) => ({
      holds: (reached & who) === none ? 'unreached' : holdsFor(verdict, who),
      why: undefined,
      conditions: conditions.map((each) => conditionReason(each, who, noteOf(each))),
    })),
  };
}

function prerequisiteReason({ reached, met, serves }: ExplainedPrerequisite, who: Evaluators): Reasoned {
  if ((reached & who) === none) return { holds: 'unreached', why: undefined };
  if ((met & who) !== none) return { holds: true, why: undefined };
  const isUnknown = serves === 'unknown' || serves === 'depends';
  return { holds: isUnknown ? 'depends' : false, why: requiredServes({ serves }) };
}

export function conditionReason(
  { verdict, parts }: ExplainedCondition,
  who: Evaluators,
  note: string | undefined,
): Reasoned {
  const holds = holdsFor(verdict, who);
  const behind = note === undefined || holds === 'depends' ? [] : [note];
  if (holds !== true) {
    const unheld = parts.filter((part) => (part.verdict.holds & who) === none);
    const why = listOf([...new Set(unheld.map((part) => whyNot(part, who)))]);
    return { holds, why: [why, ...behind].join(' · ') };
  }
  const value = parts[0] === undefined ? '' : attributeInWords(parts[0]);
  const said = [value, ...behind].filter((each) => each !== '').join(' · ');
  return { holds, why: said === '' ? undefined : said };
}

export function holdsFor({ holds, depends, throws }: Verdict, who: Evaluators): Holds {
  if ((depends & who) !== none) return 'depends';
  return (throws & who) !== none ? 'throws' : (holds & who) !== none;
}
