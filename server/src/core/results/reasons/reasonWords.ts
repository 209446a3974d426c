/** Describes reasons: why a condition or prerequisite does not hold for a user, and which SDKs give other results. */
import { t } from '../../t.js';
import { namesOf } from '../../checks/conditions/sdkWords.js';
import type { Outcome, Results } from '../../evaluation/evaluate.js';
import type { ExplainedPart, ExplainedPrerequisite } from '../../evaluation/explain.js';
import { assumedFor, leftToService } from '../../evaluation/leftToService.js';
import { expressionOf, searchFor } from '../../evaluation/texts/regexes.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { all, none, official } from '../../evaluation/sdks/sdks.js';
import type { Condition, Obstacle } from '../../evaluation/toggles.js';
import { alternatives, enumeration } from '../../features/hover/markdown.js';
import { boundOf, phraseOf } from '../../features/hover/phrases.js';
import { loosest } from '../../targeting/values/loosest.js';
import { isKnownBound, isKnownPredicate } from '../../targeting/values/predicates.js';
import { attributeInWords, instantInUtc, isReadable, quoted, written } from '../attributeWords.js';
import { listOf } from '../../targeting/joined.js';

/** Why a condition does not hold or is unknown, such as `2.3.9 is less than 2.4.0`. @param who a single evaluator */
export function whyNot(part: ExplainedPart, who: Evaluators = official): string {
  const { condition, verdict, attribute } = part;
  const { type, subject, predicate, objects } = condition;
  if ((verdict.depends & who) !== none) return whyUnknown(condition);
  if ((verdict.throws & who) !== none) return t('{0} throws here', namesOf(who));
  if ((verdict.holds & official) !== none) return t('not with the SDK for {0}', namesOf(who));
  if (!isKnownPredicate(type, predicate) && !isKnownBound(type, predicate))
    return t('the type {1} has no predicate {0}', quoted(predicate), quoted(type));
  if (attribute === undefined && type !== 'datetime' && type !== 'segment') return t('lacks {0}', quoted(subject));
  if (!isReadable(part)) return unreadable(part);
  if (objects.length === 0) return t('there is nothing to compare with');
  const refused =
    predicate === 'matches regex' || predicate === 'does not match regex'
      ? objects.find((object) => (expressionOf(object).refusedBy & who) !== none)
      : undefined;
  if (refused !== undefined)
    return expressionOf(refused).refusedBy === all
      ? t('{0} is not a regular expression', quoted(refused))
      : t('{0} is not a regular expression to {1}', quoted(refused), namesOf(who));
  const value = attributeInWords(part);
  const bound = boundOf(predicate, loosestOf(condition), false);
  if (bound !== undefined) return t('{0} is {1}', value, bound);
  const shown = objects.slice(0, MAX_NAMED).map((object) => written(type, object));
  const more = objects.length - shown.length;
  const named = { either: alternatives(shown, more), all: enumeration(shown, more), areSeveral: objects.length > 1 };
  return phraseOf(predicate, value, named, false) ?? '';
}

/** @param called returns a variation's name @param than the result to compare with; by default, the official result */
export function sdksInWords(
  results: Results,
  called: (variation: number) => string,
  than = results[0]?.outcome,
): readonly string[] {
  const byOutcome = new Map<Outcome, Evaluators>();
  for (const [place, { outcome }] of results.entries()) {
    if (outcome !== than) byOutcome.set(outcome, (byOutcome.get(outcome) ?? none) | (1 << place));
  }
  return Array.from(byOutcome, ([outcome, who]) => t('{0}: {1}', namesOf(who), outcomeInWords(outcome, called)));
}

export function outcomeInWords(outcome: Outcome, called: (variation: number) => string): string {
  if (typeof outcome === 'number') return called(outcome);
  switch (outcome) {
    case 'code-default':
      return t('the default in the code');
    case 'throws':
      return t('an exception');
    case 'depends':
      return t('it depends');
  }
}

/** Describes what a required toggle serves instead of the required value: `serves "false"`. */
export function requiredServes({ serves }: Pick<ExplainedPrerequisite, 'serves'>): string {
  if (typeof serves === 'object') return t('serves {0}', serves.value);
  switch (serves) {
    case 'missing':
      return t('does not reach SDKs');
    case 'unknown':
      return t('is unknown: it has no file here');
    case 'depends':
      return t('depends on something unknown');
    case 'not asked':
      return t('is not evaluated');
    case 'nothing':
    case 'thrown':
      return t('serves nothing');
    case 'ended':
      return t('requires a missing toggle, or its chain of prerequisites is too long');
  }
}

/** Describes what happens if a toggle does not reach SDKs. */
export function obstacleInWords({ status, path }: Obstacle): string {
  return status === 'vanishes'
    ? t(
        'The toggle vanishes: the service cannot build it because of {0}, and everyone gets the default in the code.',
        path.join('.'),
      )
    : t(
        'The environment freezes: the service cannot read this, so no toggle in the environment updates until it is fixed.',
      );
}

/** A note on omitted fields that affect users' results. @returns undefined if no such field is omitted */
export function leftOutNote(targeting: unknown, wanted: readonly string[] = ['disabled']): string | undefined {
  const left = leftToService(targeting);
  if (left.length > 0) return t('Fields not in the file, so unknown here: {0}', listOf(left));
  const assumed = assumedFor(targeting, wanted);
  return assumed.length === 0 ? undefined : t('Assumed for fields not in the file: {0}', listOf(assumed));
}

function whyUnknown({ type, objects }: Condition): string {
  if (type === 'segment') {
    const names = listOf(objects.map((object) => quoted(object)));
    return objects.length > 1
      ? t('it is unknown whether the user is in one of the segments {0}', names)
      : t('it is unknown whether the user is in segment {0}', names);
  }
  if (type === '') return t('cannot be read');
  const differing = objects.find((object) => searchFor(object)('') === 'differs');
  return differing === undefined
    ? t('SDKs may read {0} differently, or it takes too long to find out', quoted(objects[0] ?? ''))
    : t('SDKs read {0} differently', quoted(differing));
}

function unreadable({ condition, attribute = '' }: ExplainedPart): string {
  const value = quoted(attribute);
  if (condition.type === 'semver') return t('{0} is not a version such as {1}', value, '2.4.0');
  return condition.type === 'datetime'
    ? t('{0} is not a time in Unix seconds', value)
    : t('{0} is not a number', value);
}

function loosestOf({ type, predicate, objects }: Condition): string {
  if (type === 'datetime') {
    const later = predicate === 'before';
    return instantInUtc(objects.map(Number).reduce((a, b) => (later ? Math.max(a, b) : Math.min(a, b))));
  }
  const object = loosest(type, predicate, objects);
  if (object !== undefined) return object;
  return objects
    .slice(0, MAX_NAMED)
    .map((each) => written(type, each))
    .join(', ');
}

const MAX_NAMED = 3;
