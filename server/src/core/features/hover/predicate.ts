/**
 * What a predicate means for a condition of its type, as service.md has it ("How SDKs evaluate"), and what it makes of a
 * user who lacks the attribute. Nothing is said of predicates that the type is not known to have.
 */
import { t } from '@vscode/l10n';
import { isKnownPredicate } from '../../targeting/predicates.js';
import { negativeOfOne } from './phrases.js';

export function predicateInWords(type: string | undefined, predicate: string | undefined): string[] {
  if (type === undefined || predicate === undefined || !isKnownPredicate(type, predicate)) return [];
  return [[meanings[predicate]?.() ?? '', ...kindOf(type)].join(' '), lacking(type, predicate)];
}

/** Of every predicate of targeting/predicates.ts. */
const meanings: Readonly<Record<string, () => string>> = {
  '=': () => t('Holds when the attribute equals at least one of the objects.'),
  'is one of': () => t('Holds when the attribute equals at least one of the objects.'),
  '!=': () => t('Holds when the attribute equals none of the objects.'),
  'is not any of': () => t('Holds when the attribute equals none of the objects.'),
  'starts with': () => t('Holds when the attribute starts with at least one of the objects.'),
  'does not start with': () => t('Holds when the attribute starts with none of the objects.'),
  'ends with': () => t('Holds when the attribute ends with at least one of the objects.'),
  'does not end with': () => t('Holds when the attribute ends with none of the objects.'),
  contains: () => t('Holds when the attribute contains at least one of the objects.'),
  'does not contain': () => t('Holds when the attribute contains none of the objects.'),
  'matches regex': () =>
    `${t('Holds when at least one of the objects, as a regular expression, matches anywhere in the attribute.')} ${invalid()}`,
  'does not match regex': () =>
    `${t('Holds when none of the objects, as a regular expression, matches anywhere in the attribute.')} ${invalid()}`,
  '>': () => t('Holds when the attribute is greater than the smallest of the objects.'),
  '>=': () => t('Holds when the attribute is at least the smallest of the objects.'),
  '<': () => t('Holds when the attribute is less than the largest of the objects.'),
  '<=': () => t('Holds when the attribute is at most the largest of the objects.'),
  after: () => t('Holds at and after the earliest of the objects.'),
  before: () => t('Holds before the latest of the objects, and no longer at that second.'),
  between: () =>
    t('Holds when both bounds do: `leftPredicate` with `objects`, and `rightPredicate` with `rightObjects`.'),
  'is in': () =>
    t('Holds when the user is in at least one of the segments. A segment that does not exist contains nobody.'),
  'is not in': () =>
    t('Holds when the user is in none of the segments. A segment that does not exist contains nobody.'),
};

function invalid(): string {
  return t(
    'Use `^` and `$` to anchor it to the start and the end. An invalid expression never holds; negated, it may hold with the SDKs for Rust and Go only.',
  );
}

function kindOf(type: string): string[] {
  if (type === 'number') return [t('The attribute is compared as a number.')];
  if (type === 'semver') return [t('The attribute is compared as a semantic version.')];
  if (type === 'datetime') return [t('The attribute is a time in Unix seconds.')];
  return [];
}

function lacking(type: string, predicate: string): string {
  if (type === 'segment') return t('No attribute of the user is compared.');
  if (type === 'datetime') return t('For a user who lacks the attribute, the current time is compared.');
  return negativeOfOne[predicate] === undefined
    ? t('Does not hold for a user who lacks the attribute.')
    : t('Does not hold for a user who lacks the attribute, although the predicate is negative.');
}
