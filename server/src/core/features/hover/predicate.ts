/** Details of known predicates (service.md, "How SDKs evaluate"): how SDKs read values and treat missing attributes. */
import { t } from '../../t.js';
import { isKnownPredicate, positiveOf } from '../../targeting/values/predicates.js';

export function predicateInWords(type: string | undefined, predicate: string | undefined): string[] {
  if (type === undefined || predicate === undefined || !isKnownPredicate(type, predicate)) return [];
  const more = predicate === 'matches regex' || predicate === 'does not match regex' ? [invalid()] : kindOf(type);
  return [...more, lacking(type, predicate)];
}

function invalid(): string {
  return t(
    'Use `^` and `$` to anchor it to the start and the end. A condition with an invalid expression never holds. If the condition is negated, it can hold, but only in the SDKs for Rust and Go.',
  );
}

function kindOf(type: string): string[] {
  if (type === 'number') return [t('The attribute is compared as a number.')];
  if (type === 'semver') return [t('The attribute is compared as a semantic version.')];
  if (type === 'datetime') return [t('The attribute is a time in Unix seconds.')];
  return [];
}

function lacking(type: string, predicate: string): string {
  if (type === 'segment') return t('A segment that does not exist contains nobody.');
  if (type === 'datetime') return t('For a user who lacks the attribute, the current time is compared.');
  return positiveOf[predicate] === undefined
    ? t('Does not hold for a user who lacks the attribute.')
    : t('Does not hold for a user who lacks the attribute, although the predicate is negative.');
}
