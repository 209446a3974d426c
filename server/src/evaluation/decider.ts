/** What of a toggle decided for an evaluator, and the serve that it led to. */
import type { Explanation } from './explain.js';
import type { Evaluators } from './sdks.js';
import { node, none, python } from './sdks.js';
import type { Serve, Toggle } from './toggles.js';

/** `index`: of the prerequisite or rule. */
export interface Decider {
  readonly by: 'disabled' | 'prerequisite' | 'rule' | 'default';
  readonly index: number | undefined;
  readonly serve: Serve;
}

/** @param who one evaluator */
export function deciderOf(toggle: Toggle, { prerequisites, rules }: Explanation, who: Evaluators): Decider {
  if (!toggle.isEnabled) return { by: 'disabled', index: undefined, serve: toggle.disabledServe };
  const unmet = prerequisites.findIndex(({ reached, met }) => (reached & ~met & who) !== none);
  if (unmet !== -1) {
    const serve = (who & (node | python)) === none ? toggle.disabledServe : toggle.defaultServe;
    return { by: 'prerequisite', index: unmet, serve };
  }
  const index = rules.findIndex(({ decides }) => (decides & who) !== none);
  const serve = toggle.rules[index]?.serve;
  if (serve !== undefined) return { by: 'rule', index, serve };
  return { by: 'default', index: undefined, serve: toggle.defaultServe };
}
