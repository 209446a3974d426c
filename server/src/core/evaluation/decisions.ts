/** The decisions of evaluators about a toggle, before they become results for an application. */
import type { Evaluators } from './sdks/sdks.js';
import { all, evaluators, evaluatorsWho, none } from './sdks/sdks.js';

/**
 * `served`: index of a variation. `nothing`: the serve gives no variation. `ended`: a prerequisite ends the evaluation
 * of the asked toggle (missing, too deep; in Node, also unmet). `thrown`: an exception. `depends`: unknown.
 */
export type Decision = (
  | { readonly kind: 'served'; readonly index: number }
  | { readonly kind: 'nothing' | 'ended' | 'thrown' | 'depends' }
) & {
  readonly rule?: number | undefined;
};

export interface PrerequisiteStep {
  /** Evaluators that check the prerequisite, and those for which it is met. */
  readonly reached: Evaluators;
  readonly met: Evaluators;
  /** The decisions about the required toggle, or why they are missing. */
  readonly required: Decisions | 'missing' | 'unknown';
}

/** A decision for each evaluator, and how it came about. */
export class Decisions {
  /** Only those that some evaluator reached. */
  readonly prerequisites: PrerequisiteStep[] = [];
  /** Rules that decide for any evaluator, in order. `depends`: evaluators for which a match is unknown. */
  readonly rules: { readonly index: number; readonly decides: Evaluators; readonly depends: Evaluators }[] = [];
  /** The decision of all evaluators, in the usual case that they agree. */
  #shared: Decision = undecided;
  #own: Decision[] | undefined;

  /** @param who one evaluator */
  of(who: Evaluators): Decision {
    return this.#own?.[31 - Math.clz32(who)] ?? this.#shared;
  }

  /** The evaluators with this kind of decision. */
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
