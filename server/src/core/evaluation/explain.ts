/** Explains an evaluation as data: the result of each prerequisite, rule and condition. */
import type { Decision, Decisions, PrerequisiteStep } from './decisions.js';
import type { Environment, Results } from './evaluate.js';
import { decide, resultsOf } from './evaluate.js';
import type { Evaluators } from './sdks/sdks.js';
import { all, none, official } from './sdks/sdks.js';
import type { Condition, Rule, Toggle } from './toggles.js';
import type { User } from './user.js';
import type { Verdict } from './verdict.js';
import { everyOf } from './verdict.js';

export interface Explanation {
  readonly decisions: Decisions;
  readonly results: Results;
  readonly prerequisites: readonly ExplainedPrerequisite[];
  readonly rules: readonly ExplainedRule[];
  /** The user's bucket, from 0 to 9999; undefined if unknown. */
  readonly bucket: number | undefined;
}

export interface ExplainedPrerequisite {
  readonly key: string | undefined;
  readonly reached: Evaluators;
  readonly met: Evaluators;
  /** The JSON text of the value that the required toggle officially serves, or the reason why it serves no value. */
  readonly serves:
    | { readonly value: string }
    | Exclude<Decision['kind'], 'served'>
    | 'missing'
    | 'unknown'
    | 'not asked';
}

export interface ExplainedRule {
  /** Evaluators that reach the rule (`reached`), and evaluators for which it decides. */
  readonly reached: Evaluators;
  readonly decides: Evaluators;
  readonly verdict: Verdict;
  /** The conditions by their index in the file; a `between` is a single condition here. */
  readonly conditions: readonly ExplainedCondition[];
}

export interface ExplainedCondition {
  readonly verdict: Verdict;
  /** The conditions as SDKs receive them: two for a `between`, otherwise one. */
  readonly parts: readonly ExplainedPart[];
}

export interface ExplainedPart {
  readonly condition: Condition;
  readonly verdict: Verdict;
  readonly attribute: string | undefined;
}

export function explain(toggle: Toggle, user: User, environment: Environment): Explanation {
  const decisions = decide(toggle, user, environment);
  let open = toggle.isEnabled ? all : none;
  const prerequisites = toggle.prerequisites.map(({ key }, index) => {
    const step = decisions.prerequisites[index];
    open &= step?.met ?? none;
    const serves = step === undefined ? 'not asked' : servesOf(step, key, environment);
    return { key, reached: step?.reached ?? none, met: step?.met ?? none, serves };
  });
  const rules = toggle.rules.map((rule, index) => {
    const decides = decisions.rules.find((each) => each.index === index)?.decides ?? none;
    const reached = open;
    open &= ~decides;
    return { reached, decides, ...explainRule(rule, user, environment) };
  });
  const results = resultsOf(toggle, decisions);
  return { decisions, results, prerequisites, rules, bucket: user.bucketIn(toggle.key) };
}

/** Evaluates a rule for a user, even if no evaluator reaches the rule. */
export function explainRule(
  rule: Rule,
  user: User,
  { segment }: Environment,
): Pick<ExplainedRule, 'verdict' | 'conditions'> {
  const parts = rule.conditions.map((condition) => ({
    condition,
    verdict: condition.of(user, segment),
    attribute: user.attributes.get(condition.subject),
  }));
  const grouped: ExplainedPart[][] = [];
  for (const part of parts) (grouped[part.condition.index] ??= []).push(part);
  const conditions = grouped.map((group) => ({ verdict: everyOf(group, verdictOf), parts: group }));
  return { verdict: everyOf(parts, verdictOf), conditions };
}

function verdictOf({ verdict }: ExplainedPart): Verdict {
  return verdict;
}

function servesOf(
  { required }: PrerequisiteStep,
  key: string | undefined,
  environment: Environment,
): ExplainedPrerequisite['serves'] {
  if (typeof required === 'string') return required;
  const decision = required.of(official);
  if (decision.kind !== 'served') return decision.kind;
  const toggle = environment.toggle(key ?? '');
  const value = typeof toggle === 'string' ? undefined : toggle.variations[decision.index]?.text;
  return { value: value ?? 'null' };
}
