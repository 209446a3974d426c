/** What evaluators decide about a toggle, before it is what an application gets. */
import type { Evaluators } from './sdks.js';
import { all, evaluators } from './sdks.js';

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

/** What happened at a prerequisite. */
export interface PrerequisiteStep {
  /** Those that look at it, and of these those for whom it is met. */
  readonly reached: Evaluators;
  readonly met: Evaluators;
  /** What the required toggle serves; without one, why there is none. */
  readonly required: Decisions | 'missing' | 'unknown';
}

/** One for each evaluator, and the way to them. */
export class Decisions {
  /** As far as anybody comes. */
  readonly prerequisites: PrerequisiteStep[] = [];
  /** By its index, for whom a rule decides; for nobody where it is not in the map. */
  readonly rules = new Map<number, Evaluators>();
  readonly #decisions: Decision[] = new Array<Decision>(evaluators.length).fill({ kind: 'depends' });

  /** @param who one evaluator */
  of(who: Evaluators): Decision {
    return this.#decisions[31 - Math.clz32(who)] ?? { kind: 'depends' };
  }

  set(who: Evaluators, decision: Decision): void {
    if (who === all) this.#decisions.fill(decision);
    else for (let place = 0; who >> place !== 0; place += 1) if ((who >> place) & 1) this.#decisions[place] = decision;
  }
}
