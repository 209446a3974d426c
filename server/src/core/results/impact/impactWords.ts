/** Describes the impact of a change: who gets a different value, and which targeting is newly or no longer dead. */
import { t } from '../../t.js';
import { calledRule, messageOf } from '../../checks/deadTargeting.js';
import type { Finding } from '../../analysis/dead/findings.js';
import type { Change, Impact, Place } from '../../analysis/impact/impact.js';
import type { Outcome } from '../../analysis/impact/outcomes.js';
import type { Witness } from '../../analysis/impact/witness.js';
import { listNamed } from '../../json/queries.js';
import type { ChangeOfPlace } from '../../protocol.js';
import { firstOf, listOf, sentencesOf } from '../../targeting/joined.js';
import { percent, whole } from '../../targeting/values/shares.js';
import { namesOf } from '../../checks/conditions/sdkWords.js';
import { none } from '../../evaluation/sdks/sdks.js';
import { conditionInWords } from '../../features/hover/condition.js';
import { withoutMarkdown } from '../../features/hover/plainWords.js';
import { oneLine } from '../../features/variations.js';
import { instantInUtc, quoted } from '../attributeWords.js';
import type { Evaluated } from '../evaluated.js';
import { impactSentences } from './impactSentences.js';
import type { OutcomeWords } from '../outcomeWords.js';
import { moveInWords } from '../outcomeWords.js';

const MAX_SENTENCES = 3;

/** @param said a sentence for each change; undefined if the change is unknown */
export function impactInWords(
  { who, least, most, isComplete, sdks, ...impact }: Impact,
  said: readonly (string | undefined)[],
): string {
  if (who === 'nobody') return t("Nobody's value changes.");
  if (sdks !== none)
    return t(
      "By the rules, nobody's value changes. With the SDKs for {0}, it may change for some users.",
      namesOf(sdks),
    );
  if (who === 'unknown' && most < whole)
    return t('The value may change for up to {0} of the users of one rule or the default.', percent(most));
  if (who === 'unknown') return t("It is unknown whether anyone's value changes: {0}.", whyUnknown(impact));
  const sentences = [...new Set(said)];
  if (isComplete && sentences.length > 0 && sentences.every((sentence) => sentence !== undefined))
    return sentencesOf(firstOf(sentences, MAX_SENTENCES));
  if (least === whole) return t('The value changes for everyone.');
  if (least === most) return t('The value changes for {0} of all users.', percent(most));
  if (least === 0 && most === whole) return t('The value changes for some or all users.');
  return t(
    'The value changes for some users: between {0} and {1}, depending on which rule matches them.',
    percent(least),
    percent(most),
  );
}

function whyUnknown({ because, changes }: Pick<Impact, 'because' | 'changes'>): string {
  switch (because) {
    case 'unlisted-rules':
      return t('the service keeps rules that the file leaves out');
    case 'other-segments':
      return t('a segment differs');
    case 'unknown-beside':
      return t('a segment or a required toggle is unknown');
    case 'too-many':
      return t('there are too many kinds of users to evaluate');
    case undefined: {
      const leavesOut = changes.some(({ moves }) =>
        moves?.some(({ from, to }) => from.kind === 'unknown' || to.kind === 'unknown'),
      );
      return leavesOut
        ? t('the service keeps what the file leaves out')
        : t('no user with a change was found, but there may be one');
    }
  }
}

export interface Sides {
  readonly before: Evaluated;
  readonly after: Evaluated;
}

/** An unchanged toggle that requires changed toggles, evaluated before and after the change. */
export interface Dependent {
  readonly key: string;
  /** Evaluation before and after the change; undefined if the values that the toggle serves are unknown. */
  readonly evaluated: Sides | undefined;
  /** A chain of toggle keys for each changed toggle: from a direct prerequisite to the changed toggle. */
  readonly through: readonly (readonly string[])[];
}

export function dependentInWords(found: Impact, dependent: Dependent, changed: Sides): string {
  return sentencesOf([dependentChanges(found, dependent, changed), whyInWords(dependent)]);
}

function dependentChanges(found: Impact, { key, evaluated }: Dependent, changed: Sides): string {
  const sentences = evaluated === undefined ? [] : impactSentences(found, evaluated, changed);
  // More than two sentences are hard to read.
  const words = impactInWords(found, sentences.length > 2 ? [] : sentences);
  return found.who === 'unknown'
    ? t('Toggle {0} may change, too: {1}', quoted(key), words)
    : t('Toggle {0} changes, too: {1}', quoted(key), words);
}

function whyInWords({ key: toggle, through }: Dependent): string {
  const required = new Map<string, Set<string>>();
  for (const chain of through)
    for (const [index, key] of chain.entries()) {
      const requiring = chain[index - 1] ?? toggle;
      required.set(requiring, (required.get(requiring) ?? new Set()).add(key));
    }
  const sentences = Array.from(required, ([key, keys]) =>
    t('{0} requires {1}.', quoted(key), listOf(Array.from(keys, quoted))),
  );
  return sentencesOf(sentences);
}

/** @returns an empty list if the impact on the users of any rule or default is unknown */
export function changesInWords(impact: Impact, before: Evaluated, after: Evaluated): readonly ChangeOfPlace[] {
  const sentences = impactSentences(impact, { before, after });
  const changes = impact.changes.map((change, index) => {
    const told = changeInWords(change, before.words, after.words);
    return told && { ...told, sentence: sentences[index] };
  });
  return changes.every((change) => change !== undefined) ? changes : [];
}

function changeInWords(
  { from, to, moves, share: all, leastPossible, isShown, witness }: Change,
  fromWords: OutcomeWords,
  toWords: OutcomeWords,
): ChangeOfPlace | undefined {
  if (from === undefined || to === undefined || moves === undefined) return undefined;
  const [fromPlace, toPlace] = [placeInWords(from, fromWords), placeInWords(to, toWords)];
  const evaluated = (outcome: Outcome) =>
    outcome.kind === 'unknown' ? 'depends' : outcome.kind === 'variation' ? outcome.index : outcome.kind;
  const shares = new Map<string, number>();
  for (const { from: old, to: now, share } of moves) {
    const words = moveInWords(
      { outcome: evaluated(old), words: fromWords },
      { outcome: evaluated(now), words: toWords },
    ).join(' → ');
    shares.set(words, (shares.get(words) ?? 0) + share);
  }
  const place = fromPlace === toPlace ? toPlace : `${fromPlace} → ${toPlace}`;
  return {
    place: isShown ? place : t('{0} (perhaps nobody)', place),
    moves: Array.from(shares, ([words, share]) => (share === whole ? words : t('{0}: {1}', percent(share), words))),
    churn:
      percent(leastPossible) !== percent(all)
        ? t('This moves {0} of users; {1} would be enough for these shares.', percent(all), percent(leastPossible))
        : undefined,
    // A witness with a bucket instead of a key is not a helpful example, because people do not know users' buckets.
    example: witness?.bucket === undefined ? witness && t('For example: {0}', witnessInWords(witness)) : undefined,
  };
}

export function placeInWords({ by, index = 0 }: Place, words: OutcomeWords): string {
  switch (by) {
    case 'disabled':
      return t('disabled');
    case 'default':
      return t('default');
    case 'rule':
      return words.rule(index);
    case 'prerequisite':
      return t('prerequisite {0} is not met', quoted(words.requiredKey(index) ?? '…'));
  }
}

/** Describes a user briefly: `city = "Paris", key user-3`. */
export function witnessInWords({ key, bucket, attributes, segments, now }: Witness): string {
  const parts = [
    ...Array.from(attributes, ([name, value]) => `${oneLine(name)} = ${quoted(value)}`),
    ...(segments ?? []).map((segment) => t('in segment {0}', quoted(segment))),
    ...(key === undefined ? [] : [t('key {0}', quoted(key))]),
    ...(bucket === undefined ? [] : [t('bucket {0}', bucket)]),
    ...(now === undefined ? [] : [instantInUtc(now)]),
  ];
  return parts.length === 0 ? t('a user without attributes') : listOf(parts);
}

/** The message of a finding, preceded by the rule and condition that it is about. Rule numbers start at 1. */
export function findingInWords(finding: Finding, words: OutcomeWords): string {
  const { rules } = words.targeting;
  const message = messageOf(
    finding,
    (rule) => calledRule(rules[rule]?.node, rule),
    (variation) => words.outcome(variation),
  );
  if (!('rule' in finding)) return message;
  const place = words.rule(finding.rule);
  if (!('condition' in finding)) return t('{0}: {1}', place, message);
  const conditions = listNamed(rules[finding.rule]?.node, 'conditions')?.items;
  const condition = withoutMarkdown(conditionInWords(conditions?.[finding.condition]));
  return t('{0}: {1}', listOf([place, condition]), message);
}
