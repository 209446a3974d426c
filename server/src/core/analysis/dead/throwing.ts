/** Finds the SDKs that throw on a condition and may then serve another value (evaluation.md 8, rows 6, 35 and 36). */
import { mayThrow } from '../../evaluation/conditions.js';
import type { Environment } from '../../evaluation/evaluate.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { java, node, none, python } from '../../evaluation/sdks/sdks.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Side } from './required.js';
import { conditionsOf, withRequired } from './required.js';

export function throwersOf(condition: Condition, { segment: segmentOf }: Pick<Environment, 'segment'>): Evaluators {
  if (condition.type !== 'segment') return mayThrow(condition) ? node : none;
  return condition.objects.reduce((found, key) => {
    const segment = segmentOf(key);
    if (segment === 'missing') return found | java | python;
    if (typeof segment === 'string') return found;
    const throwsInside = segment.flat().some((each) => each.type === 'segment' || mayThrow(each));
    return throwsInside ? found | node | java | python : found;
  }, none);
}

export function throwersIn({ toggle, environment }: Side): Evaluators {
  return conditionsOf(withRequired(toggle, environment)).reduce(
    (found, condition) => found | throwersOf(condition, environment),
    none,
  );
}
