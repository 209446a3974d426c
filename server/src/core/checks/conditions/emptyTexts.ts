/**
 * # empty-name (information)
 * The name of a rule or variation is `""`, so service and editor show a blank. Names do not affect what is served.
 * Not reported: a missing name, or one of blanks.
 *
 * Fix: yours to decide.
 *
 * # empty-subject (information)
 * A condition of the type `string`, `number` or `semver` looks at the attribute `""`. The service accepts it, but users
 * have no such attribute. SDKs evaluate a condition on a missing attribute to false, and even its negation. A segment
 * condition has no subject, and a datetime condition without one compares the present time.
 * Not reported: a missing `subject`, or one of blanks.
 *
 * Fix: name the attribute.
 *
 * # empty-object (information)
 * An object of a condition is `""`. The service accepts it in a `string` condition: each text begins with it, ends with
 * it, contains it and matches it. Only an empty attribute equals it, and for that attribute the SDKs for Node.js and
 * Python call even the negation false. The service refuses a segment without a key.
 * Not reported: an object of blanks, or an empty number, date or version, which is an `invalid-object`.
 *
 * Fix: yours to decide.
 * ---
 * See service.md B; evaluation.md 1.5, 4.1, 4.2, 4.4, 8 (row 7). Half-typed texts are empty, so the severity is low.
 */
import { t } from '../../t.js';
import type { ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';

export const ruleNames = objectCheck({
  looksAt: 'rule',
  find: ({ name }) =>
    name === '' ? [{ code: 'empty-name', path: ['name'], message: t('The name of the rule is empty.') }] : noFindings,
});

export const variationNames = objectCheck({
  looksAt: 'variation',
  find: ({ name }) =>
    name === ''
      ? [{ code: 'empty-name', path: ['name'], message: t('The name of the variation is empty.') }]
      : noFindings,
});

export const emptySubject = objectCheck({
  looksAt: 'condition',
  find: ({ type, subject }) => {
    if (subject !== '' || (type !== 'string' && type !== 'number' && type !== 'semver')) return noFindings;
    const message = t('The subject is empty: users have no attribute of that name, so the condition is never true.');
    return [{ code: 'empty-subject', path: ['subject'], message }];
  },
});

export const emptyObject = objectCheck({
  looksAt: 'condition',
  find: ({ type, predicate, objects }) =>
    type === 'string' && Array.isArray(objects) ? emptyIn(objects, () => emptyText(predicate)) : noFindings,
});

export const emptySegmentKey = objectCheck({
  looksAt: 'condition',
  reads: ['services'],
  find: ({ type, objects }, { services }) => {
    // If the segments are known, `unknown-segment` already reports an empty key.
    if (type !== 'segment' || !Array.isArray(objects) || services.some(({ segments }) => segments?.has('') === false))
      return noFindings;
    return emptyIn(objects, () => t('The key of the segment is empty: the service would refuse it.'));
  },
});

function emptyIn(objects: readonly unknown[], message: () => string): readonly ObjectFinding[] {
  // Search first, because lists may be long, and most of them contain no empty text.
  if (!objects.includes('')) return noFindings;
  return objects.flatMap((object, index) =>
    object === '' ? [{ code: 'empty-object', path: ['objects', index], message: message() }] : [],
  );
}

function emptyText(predicate: unknown): string {
  return predicate === 'is one of' || predicate === 'is not any of'
    ? t('The object is empty: only an empty attribute equals it.')
    : t('The object is empty: every text contains the empty text.');
}
