/** The decisions of evaluators about a toggle, before they become results for an application. */
import type { Evaluators } from './sdks/sdks.js';
import { all, evaluators, evaluatorsWho, none } from './sdks/sdks.js';

/**
 * `served`: a variation, by index. `nothing`: the serve selects no variation. `ended`: the evaluation ends at a
 * prerequisite that is missing, too deep or, in Node, unmet. `thrown`: an exception. `depends`: the result is unknown.
 */
export type Decision = (
  | { readonly kind: 'served'; readonly index: number }
  | { readonly kind: 'nothing' | 'ended' | 'thrown' | 'depends' }
) & {
  readonly rule?: number | undefined;
};

export interface PrerequisiteStep {
  /** Evaluators that check the prerequisite (`reached`), and evaluators for which it is met. */
  readonly reached: Evaluators;
  readonly met: Evaluators;
  /** The decisions about the required toggle, or the reason why they are missing. */
  readonly required: Decisions | 'missing' | 'unknown';
}

/** Each evaluator's decision, with the prerequisites and rules that led to it. */
export class Decisions {
  /** The prerequisites that at least one evaluator reached, in order. */
  readonly prerequisites: PrerequisiteStep[] = [];
  /** Rules that may decide for some evaluator, in order. `depends`: evaluators for which the match is unknown. */
  readonly rules: { readonly index: number; readonly decides: Evaluators; readonly depends: Evaluators }[] = [];
  /** The common decision, in the usual case that all evaluators agree. */
  #shared: Decision = undecided;
  #own: Decision[] | undefined;

  /** @param who a set of exactly one evaluator */
  of(who: Evaluators): Decision {
    return this.#own?.[31 - Math.clz32(who)] ?? this.#shared;
  }

  /** Evaluators whose decision is of this kind. */
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
