/** What evaluators decide about a toggle, before it is what an application gets. */
import type { Evaluators } from './sdks/sdks.js';
import { all, evaluators, evaluatorsWho, none } from './sdks/sdks.js';

/**
 * `served`: an index of the variations. `nothing`: the serve gives none of them. `ended`: a prerequisite ends the evaluation of the toggle
 * that was asked for (missing, too deep; to Node, also one that is not met). `thrown`: an exception. `depends`: it cannot be known.
 */
export type Decision = (
  | { readonly kind: 'served'; readonly index: number }
  | { readonly kind: 'nothing' | 'ended' | 'thrown' | 'depends' }
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
  /** As far as anyone comes. */
  readonly prerequisites: PrerequisiteStep[] = [];
  /** The rules that decide for anyone, in their order; of these those for whom nobody knows whether it matches. */
  readonly rules: { readonly index: number; readonly decides: Evaluators; readonly depends: Evaluators }[] = [];
  /** Nearly always, all get the same: then this is everyone's, and there are no others. */
  #shared: Decision = undecided;
  /** By the place of the evaluator. */
  #own: Decision[] | undefined;

  /** @param who one evaluator */
  of(who: Evaluators): Decision {
    return this.#own?.[31 - Math.clz32(who)] ?? this.#shared;
  }

  /** Those who get a decision of a kind. */
  whose(kind: Decision['kind']): Evaluators {
    if (this.#own === undefined) return this.#shared.kind === kind ? all : none;
    return evaluatorsWho((place) => this.of(1 << place).kind === kind);
  }

  set(who: Evaluators, decision: Decision): void {
    if (who === all) [this.#shared, this.#own] = [decision, undefined];
    else if (who !== none) {
      this.#own ??= evaluators.map(() => this.#shared);
      for (let place = 0; who >> place !== 0; place += 1) if ((who >> place) & 1) this.#own[place] = decision;
    }
  }
}

const undecided: Decision = { kind: 'depends' };
