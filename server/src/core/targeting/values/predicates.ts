import { byWord } from '../../json/plain.js';

/** The condition types of the service, with their predicates (service.md B). */
export const predicates = byWord<readonly string[]>({
  string: [
    'is one of',
    'is not any of',
    'starts with',
    'does not start with',
    'ends with',
    'does not end with',
    'contains',
    'does not contain',
    'matches regex',
    'does not match regex',
  ],
  number: ['=', '!=', '>', '>=', '<', '<=', 'between'],
  semver: ['=', '!=', '>', '>=', '<', '<='],
  datetime: ['after', 'before', 'between'],
  segment: ['is in', 'is not in'],
});

/** Positive counterparts of negative predicates. A negative predicate holds if its counterpart holds for no object. */
export const positiveOf = byWord<string>({
  '!=': '=',
  'is not any of': 'is one of',
  'does not start with': 'starts with',
  'does not end with': 'ends with',
  'does not contain': 'contains',
  'does not match regex': 'matches regex',
  'is not in': 'is in',
});

export const conditionTypes = Object.keys(predicates);

/** Predicates for the bounds of a `between` condition, by condition type. */
export const boundPredicates = byWord<readonly string[]>({
  number: ['>', '>=', '<', '<='],
  datetime: ['after', 'before'],
});

/** Whether a condition type has the predicate. The service also accepts predicates of other types. */
export function isKnownPredicate(type: string | undefined, predicate: string | undefined): boolean {
  return type !== undefined && predicate !== undefined && predicates[type]?.includes(predicate) === true;
}

export function isKnownBound(type: string | undefined, predicate: string | undefined): boolean {
  return type !== undefined && predicate !== undefined && boundPredicates[type]?.includes(predicate) === true;
}
