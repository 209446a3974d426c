/** What evaluators decide about a toggle, before it is what an application gets. */
import type { Evaluators } from './sdks.js';
import { placesIn } from './sdks.js';

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

/** Of the evaluators that were asked, by their place. */
export class Decisions {
  readonly #decisions: (Decision | undefined)[] = [];

  of(place: number): Decision | undefined {
    return this.#decisions[place];
  }

  set(who: Evaluators, decision: Decision): void {
    for (const place of placesIn(who)) this.#decisions[place] = decision;
  }
}
