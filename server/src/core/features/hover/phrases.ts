/**
 * What each predicate says of a subject, as service.md ("How SDKs evaluate") has it. Together the tables have every
 * predicate of targeting/values/predicates.ts but `between`, which has two bounds.
 */
import { byWord } from '../../json/plain.js';
import { t } from '@vscode/l10n';

/** Those that hold when they hold for one of the objects: `a, b or c`. */
export const positive: Phrases = {
  '=': (subject, objects) => t('{0} equals {1}', subject, objects),
  'is one of': (subject, objects) => t('{0} equals {1}', subject, objects),
  'starts with': (subject, objects) => t('{0} starts with {1}', subject, objects),
  'ends with': (subject, objects) => t('{0} ends with {1}', subject, objects),
  contains: (subject, objects) => t('{0} contains {1}', subject, objects),
  'matches regex': (subject, objects) => t('{0} contains a match of {1}', subject, objects),
  'is in': (_, objects) => t('the user is in segment {0}', objects),
};

/** Those that hold when their positive twin holds for none of the objects, here with one. */
export const negativeOfOne: Phrases = {
  '!=': (subject, object) => t('{0} does not equal {1}', subject, object),
  'is not any of': (subject, object) => t('{0} does not equal {1}', subject, object),
  'does not start with': (subject, object) => t('{0} does not start with {1}', subject, object),
  'does not end with': (subject, object) => t('{0} does not end with {1}', subject, object),
  'does not contain': (subject, object) => t('{0} does not contain {1}', subject, object),
  'does not match regex': (subject, object) => t('{0} contains no match of {1}', subject, object),
  'is not in': (_, object) => t('the user is not in segment {0}', object),
};

/** The same with several: `a, b, c`. */
export const negativeOfSeveral: Phrases = {
  '!=': (subject, objects) => t('{0} equals none of {1}', subject, objects),
  'is not any of': (subject, objects) => t('{0} equals none of {1}', subject, objects),
  'does not start with': (subject, objects) => t('{0} starts with none of {1}', subject, objects),
  'does not end with': (subject, objects) => t('{0} ends with none of {1}', subject, objects),
  'does not contain': (subject, objects) => t('{0} contains none of {1}', subject, objects),
  'does not match regex': (subject, objects) => t('{0} contains no match of any of {1}', subject, objects),
  'is not in': (_, objects) => t('the user is in none of the segments {0}', objects),
};

/** What a value is that keeps to a bound; of alternatives, the loosest decides. */
export const bounds = byWord<(objects: string) => string>({
  '>': (objects) => t('greater than {0}', objects),
  '>=': (objects) => t('at least {0}', objects),
  '<': (objects) => t('less than {0}', objects),
  '<=': (objects) => t('at most {0}', objects),
  after: (objects) => t('at or after {0}', objects),
  before: (objects) => t('before {0}', objects),
});

type Phrases = Readonly<Record<string, (subject: string, objects: string) => string>>;
