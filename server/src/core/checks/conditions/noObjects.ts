/**
 * # no-objects (warning)
 * The condition compares with nothing: a positive predicate then never holds, a negative one always does.
 * Not reported: a missing `objects`, which is a `freezes-environment` or `service-limit`.
 *
 * Fix: yours to decide.
 */
import { t } from '../../t.js';
import { conditionTypes } from '../../targeting/values/predicates.js';
import { noFindings, objectCheck } from '../check.js';

export const noObjects = objectCheck({
  looksAt: 'condition',
  find: ({ objects, predicate, type }) => {
    // between.ts reports missing bounds.
    if (predicate === 'between' && (type === 'number' || type === 'datetime')) return noFindings;
    // It is possible that an unknown type does not need objects.
    if (typeof type === 'string' && !conditionTypes.includes(type)) return noFindings;
    if (!Array.isArray(objects) || objects.length > 0) return noFindings;
    const message = t('"objects" is empty: the condition has nothing to compare with.');
    return [{ code: 'no-objects', path: ['objects'], atKey: true, message }];
  },
});
