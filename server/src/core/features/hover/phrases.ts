/** Phrases for all predicates except `between`, which has two bounds (service.md, "How SDKs evaluate"). */
import { t } from '../../t.js';
import { byWord } from '../../json/plain.js';
import { positiveOf } from '../../targeting/values/predicates.js';

interface Phrase {
  /** The objects are joined as `a, b or c`. */
  readonly ofAny: (subject: string, objects: string) => string;
  readonly notOfOne: (subject: string, object: string) => string;
  /** The objects are joined as `a, b, c`. */
  readonly ofNone: (subject: string, objects: string) => string;
}

const equals: Phrase = {
  ofAny: (subject, objects) => t('{0} equals {1}', subject, objects),
  notOfOne: (subject, object) => t('{0} does not equal {1}', subject, object),
  ofNone: (subject, objects) => t('{0} equals none of {1}', subject, objects),
};

/** Phrases for pairs of a positive and a negative predicate, by the positive predicate. */
const phrases = byWord<Phrase>({
  '=': equals,
  'is one of': equals,
  'starts with': {
    ofAny: (subject, objects) => t('{0} starts with {1}', subject, objects),
    notOfOne: (subject, object) => t('{0} does not start with {1}', subject, object),
    ofNone: (subject, objects) => t('{0} does not start with any of {1}', subject, objects),
  },
  'ends with': {
    ofAny: (subject, objects) => t('{0} ends with {1}', subject, objects),
    notOfOne: (subject, object) => t('{0} does not end with {1}', subject, object),
    ofNone: (subject, objects) => t('{0} does not end with any of {1}', subject, objects),
  },
  contains: {
    ofAny: (subject, objects) => t('{0} contains {1}', subject, objects),
    notOfOne: (subject, object) => t('{0} does not contain {1}', subject, object),
    ofNone: (subject, objects) => t('{0} contains none of {1}', subject, objects),
  },
  'matches regex': {
    ofAny: (subject, objects) => t('{0} contains a match of {1}', subject, objects),
    notOfOne: (subject, object) => t('{0} contains no match of {1}', subject, object),
    ofNone: (subject, objects) => t('{0} contains no match of any of {1}', subject, objects),
  },
  'is in': {
    ofAny: (_, objects) => t('the user is in segment {0}', objects),
    notOfOne: (_, object) => t('the user is not in segment {0}', object),
    ofNone: (_, objects) => t('the user is in none of the segments {0}', objects),
  },
});

/** The displayed objects, joined as `a, b or c` and as `a, b, c`. */
interface Objects {
  readonly either: string;
  readonly all: string;
  readonly areSeveral: boolean;
}

/** @param holds false to negate the phrase @returns undefined for a bound or an unknown predicate */
export function phraseOf(predicate: string, subject: string, objects: Objects, holds = true): string | undefined {
  const { either, all, areSeveral } = objects;
  const positive = positiveOf[predicate] ?? predicate;
  const phrase = phrases[positive];
  if (phrase === undefined || (positive === predicate) === holds) return phrase?.ofAny(subject, either);
  return areSeveral ? phrase.ofNone(subject, all) : phrase.notOfOne(subject, all);
}

/** Describes a value within the bound, or outside of it if `keeps` is false. The loosest of several objects decides. */
export function boundOf(predicate: string, objects: string, keeps = true): string | undefined {
  return bounds[keeps ? predicate : (opposites[predicate] ?? '')]?.(objects);
}

const bounds = byWord<(objects: string) => string>({
  '>': (objects) => t('greater than {0}', objects),
  '>=': (objects) => t('at least {0}', objects),
  '<': (objects) => t('less than {0}', objects),
  '<=': (objects) => t('at most {0}', objects),
  after: (objects) => t('at or after {0}', objects),
  before: (objects) => t('before {0}', objects),
});

const opposites = byWord<string>({ '>': '<=', '>=': '<', '<': '>=', '<=': '>', after: 'before', before: 'after' });
