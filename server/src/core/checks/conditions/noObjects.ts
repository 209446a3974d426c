/**
 * # no-objects (warning)
 * A condition that compares with nothing: a positive predicate never holds then, a negative one always.
 *
 * Fix: yours to decide.
 */
import { t } from '@vscode/l10n';
import { conditionTypes } from '../../targeting/values/predicates.js';
import { nothing, objectCheck } from '../check.js';

export const noObjects = objectCheck({
  looksAt: 'condition',
  find: ({ objects, predicate, type }) => {
    // Of a `between`, its bounds are missing: between.ts says so.
    if (predicate === 'between' && (type === 'number' || type === 'datetime')) return nothing;
    // Of another type nobody knows what it needs.
    if (typeof type === 'string' && !conditionTypes.includes(type)) return nothing;
    if (!Array.isArray(objects) || objects.length > 0) return nothing;
    const message = t('"objects" is empty: the condition has nothing to compare with.');
    return [{ code: 'no-objects', path: ['objects'], atKey: true, message }];
  },
});
