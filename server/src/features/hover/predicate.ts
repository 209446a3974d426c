/**
 * What a predicate means for a condition of its type, as service.md has it ("How SDKs evaluate"), and what it makes of a
 * user who lacks the attribute. Nothing is said of predicates that the type is not known to have.
 */
import { t } from '@vscode/l10n';
import { isKnownPredicate } from '../../targeting/predicates.js';
import { negativeOfOne } from './phrases.js';

export function predicateInWords(type: string | undefined, predicate: string | undefined): string[] {
  if (type === undefined || predicate === undefined || !isKnownPredicate(type, predicate)) return [];
  return [[meaning(predicate), ...kindOf(type)].join(' '), lacking(type, predicate)];
}

function meaning(predicate: string): string {
  switch (predicate) {
    case '=':
    case 'is one of':
      return t('Holds when the attribute equals at least one of the objects.');
    case '!=':
    case 'is not any of':
      return t('Holds when the attribute equals none of the objects.');
    case 'starts with':
      return t('Holds when the attribute starts with at least one of the objects.');
    case 'does not start with':
      return t('Holds when the attribute starts with none of the objects.');
    case 'ends with':
      return t('Holds when the attribute ends with at least one of the objects.');
    case 'does not end with':
      return t('Holds when the attribute ends with none of the objects.');
    case 'contains':
      return t('Holds when the attribute contains at least one of the objects.');
    case 'does not contain':
      return t('Holds when the attribute contains none of the objects.');
    case 'matches regex':
      return `${t('Holds when at least one of the objects, as a regular expression, matches anywhere in the attribute.')} ${invalid()}`;
    case 'does not match regex':
      return `${t('Holds when none of the objects, as a regular expression, matches anywhere in the attribute.')} ${invalid()}`;
    case '>':
      return t('Holds when the attribute is greater than at least one of the objects, that is, than the smallest.');
    case '>=':
      return t('Holds when the attribute is at least one of the objects or greater, that is, at least the smallest.');
    case '<':
      return t('Holds when the attribute is less than at least one of the objects, that is, than the largest.');
    case '<=':
      return t('Holds when the attribute is at most one of the objects or less, that is, at most the largest.');
    case 'after':
      return t('Holds at or after at least one of the objects, that is, from the earliest on.');
    case 'before':
      return t('Holds before at least one of the objects, that is, until the latest; not at that very second.');
    case 'between':
      return t('Holds when both bounds do: `leftPredicate` with `objects`, and `rightPredicate` with `rightObjects`.');
    case 'is in':
      return t(
        'Holds when the user is in at least one of the segments. A segment that does not exist contains nobody.',
      );
    default:
      return t('Holds when the user is in none of the segments. A segment that does not exist contains nobody.');
  }
}

function invalid(): string {
  return t('`^` and `$` bind it to the start and the end. An invalid expression never holds, nor does its negation.');
}

function kindOf(type: string): string[] {
  if (type === 'number') return [t('The attribute is compared as a number.')];
  if (type === 'semver') return [t('The attribute is compared as a semantic version.')];
  if (type === 'datetime') return [t('The attribute is a time in Unix seconds.')];
  return [];
}

function lacking(type: string, predicate: string): string {
  if (type === 'segment') return t('No attribute of the user is looked at.');
  if (type === 'datetime') return t('For a user who lacks the attribute, the current time is compared.');
  return negativeOfOne[predicate] === undefined
    ? t('Does not hold for a user who lacks the attribute.')
    : t('Does not hold for a user who lacks the attribute either, although it is negative.');
}
