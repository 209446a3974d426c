/** What evaluators decide about a toggle, before it is what an application gets. */
import type { Evaluators } from './sdks.js';
import { eachOf } from './sdks.js';

/**
 * `served`: an index of the variations. `nothing`: the serve gives none of them. `ended`: a prerequisite ends the evaluation of the toggle
 * that was asked for (missing, too deep; to Node, also one that is not met). `thrown`: an exception. `depends`: it cannot be known.
 */
export type Decision = (
  { readonly kind: 'served'; readonly index: number } | { readonly kind: 'nothing' | 'ended' | 'thrown' | 'depends' }
) & {
  /** The one that decided, by its index. */
  readonly rule?: number | undefined;
};

/** One for each evaluator. */
export class Decisions {
  readonly #decisions = new Map<Evaluators, Decision>();

  /** @param who one evaluator */
  of(who: Evaluators): Decision {
    return this.#decisions.get(who) ?? { kind: 'depends' };
  }

  set(who: Evaluators, decision: Decision): void {
    for (const one of eachOf(who)) this.#decisions.set(one, decision);
  }
}
