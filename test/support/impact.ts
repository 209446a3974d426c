/** The impact of a push from its two states alone: no other toggle and no segment is known. */
import type { ImpactOf } from '../../server/src/service/push/risk.js';
import type { ImpactsOf } from '../../server/src/service/push/risks.js';
import type { Person } from '../../server/src/core/results/evaluated.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import { impactBetween } from '../../server/src/core/results/impact/impactTogether.js';
import { parse } from '../../server/src/core/json/document.js';

export const impactOfStates: ImpactOf = impactOn([]);

/** As if no toggle required another. */
export const impactsOfStates: ImpactsOf = (target, changes) =>
  Promise.all(changes.map(({ toggle, before, after }) => impactOfStates({ ...target, toggle }, before, after, [])));

export function impactOn(people: readonly Person[]): ImpactOf {
  return ({ toggle }, before, after) => {
    const [earlier, later] = [evaluated(toggle, before), evaluated(toggle, after)];
    return Promise.resolve(impactBetween(earlier, later, people));
  };
}

function evaluated(toggle: string, text: string): Evaluated {
  return new Evaluated(parse(text), {
    ...{ toggle, returnType: undefined, toggles: new Map(), otherToggles: 'unknown', segments: undefined, now: 0 },
  });
}
