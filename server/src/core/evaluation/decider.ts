/** Finds the part of a toggle that decided an evaluator's result, and the serve of that part. */
import type { Decisions } from './decisions.js';
import type { Evaluators } from './sdks/sdks.js';
import { defaultWhereUnmet, none } from './sdks/sdks.js';
import type { Path, Serve, Toggle } from './toggles.js';

export interface Decider {
  /** `unknown-rules`: rules that only the service knows, or the default after them. */
  readonly by: 'disabled' | 'prerequisite' | 'rule' | 'unknown-rules' | 'default';
  readonly index: number | undefined;
  readonly path: Path;
  /** False if it is unknown whether the prerequisite is met or the rule matches. */
  readonly isKnown: boolean;
  readonly serve: Serve;
}

/** @param who a set of exactly one evaluator */
export function deciderOf(toggle: Toggle, { prerequisites, rules }: Decisions, who: Evaluators): Decider {
  const { isEnabled, hasUnknownRules, disabledServe, defaultServe } = toggle;
  const known = { index: undefined, isKnown: true };
  if (!isEnabled) return { ...known, by: 'disabled', path: ['content', 'disabledServe'], serve: disabledServe };
  const unmet = prerequisites.findIndex(({ reached, met }) => (reached & ~met & who) !== none);
  const required = prerequisites[unmet]?.required;
  if (required !== undefined) {
    return {
      by: 'prerequisite',
      index: unmet,
      path: ['content', 'prerequisites', unmet],
      isKnown: typeof required === 'string' ? required === 'missing' : required.of(who).kind !== 'depends',
      serve: (who & defaultWhereUnmet) === none ? disabledServe : defaultServe,
    };
  }
  const { index = -1, depends = none } = rules.find(({ decides }) => (decides & who) !== none) ?? {};
  const serve = toggle.rules[index]?.serve;
  if (serve !== undefined)
    return { by: 'rule', index, isKnown: (depends & who) === none, path: ['content', 'rules', index], serve };
  return hasUnknownRules
    ? { ...known, by: 'unknown-rules', path: ['content'], serve: 'unknown' }
    : { ...known, by: 'default', path: ['content', 'defaultServe'], serve: defaultServe };
}
