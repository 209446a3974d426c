/** no-objects: a condition that compares with nothing. A positive predicate then never holds, a negative one always. */
import { conditionTypes } from '../targeting/predicates.js';
import { messages } from './catalogue.js';
import { nothing, objectCheck } from './check.js';

export const noObjects = objectCheck({
  looksAt: 'condition',
  find: ({ objects, predicate, type }) => {
    // Of a `between`, its bounds are missing: between.ts says so.
    if (predicate === 'between' && (type === 'number' || type === 'datetime')) return nothing;
    // Of another type nobody knows what it needs.
    if (typeof type === 'string' && !conditionTypes.includes(type)) return nothing;
    if (!Array.isArray(objects) || objects.length > 0) return nothing;
    return [{ code: 'no-objects', path: ['objects'], atKey: true, message: messages.noObjects() }];
  },
});
