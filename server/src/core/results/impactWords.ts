/** The effect of a change in plain words: who gets a different value, and which targeting is dead now or no longer. */
import { t } from '@vscode/l10n';
import { calledRule, messageOf } from '../checks/deadTargeting.js';
import type { Finding } from '../analysis/findings.js';
import type { Change, Impact, Place } from '../analysis/impact.js';
import type { Witness } from '../analysis/witness.js';
import { listNamed } from '../json/queries.js';
import type { ChangeOfPlace } from '../protocol.js';
import { sentencesOf } from '../targeting/joined.js';
import { percent, whole } from '../targeting/shares.js';
import { namesOf } from '../checks/sdkWords.js';
import { none } from '../evaluation/sdks.js';
import { conditionInWords } from '../features/hover/condition.js';
import { withoutMarkdown } from '../features/hover/plainWords.js';
import { oneLine } from '../features/variations.js';
import { instantInUtc, quoted } from './attributeWords.js';
import type { WordedSide } from './impactSentences.js';
import { impactSentences } from './impactSentences.js';
import type { OutcomeWords } from './words.js';
import { moveInWords } from './words.js';

/** More are counted. */
const MAX_SENTENCES = 3;

export function impactInWords(
  { who, least, most, total, isComplete, sdks, ...impact }: Impact,
  changes: readonly ChangeOfPlace[],
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
  const sentences = [...new Set(changes.map(({ sentence }) => sentence))];
  if (isComplete && sentences.every((sentence) => sentence !== undefined))
    return sentencesOf(beginningOfSentences(sentences));
  if (total === whole) return t('The value changes for everyone.');
  if (total !== undefined) return t('The value changes for {0} of all users.', percent(total));
  if (least === 0 && most === whole) return t('The value changes for some users, possibly all.');
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
      return t('there are too many kinds of users to look at');
    case undefined: {
      const leavesOut = changes.some(({ buckets }) =>
        buckets.some(({ from, to }) => from.kind === 'unknown' || to.kind === 'unknown'),
      );
      return leavesOut
        ? t('the service keeps what the file leaves out')
        : t('no user was found who shows a change, but there may be one');
    }
  }
}

function beginningOfSentences(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MAX_SENTENCES;
  // Never all but one.
  return more <= 1 ? sentences : [...sentences.slice(0, MAX_SENTENCES), t('… and {0} more', more)];
}

export function changesInWords(impact: Impact, before: WordedSide, after: WordedSide): readonly ChangeOfPlace[] {
  const sentences = impactSentences(impact, before, after);
  return impact.changes.map((change, index) => ({
    ...changeInWords(change, before.words, after.words),
    sentence: sentences[index],
  }));
}

function changeInWords(change: Change, fromWords: OutcomeWords, toWords: OutcomeWords): ChangeOfPlace {
  const { from, to, buckets, share, leastPossible, isShown, witness } = change;
  const [fromPlace, toPlace] = [placeInWords(from, fromWords), placeInWords(to, toWords)];
  const evaluated = (outcome: (typeof buckets)[number]['from']) =>
    outcome.kind === 'unknown' ? 'depends' : outcome.kind === 'variation' ? outcome.index : outcome.kind;
  const moves = new Map<string, number>();
  for (const { start, end, from: old, to: now } of buckets) {
    const words = moveInWords(
      { outcome: evaluated(old), words: fromWords },
      { outcome: evaluated(now), words: toWords },
    ).join(' → ');
    moves.set(words, (moves.get(words) ?? 0) + end - start);
  }
  const place = fromPlace === toPlace ? toPlace : `${fromPlace} → ${toPlace}`;
  return {
    place: isShown ? place : t('{0} (perhaps nobody)', place),
    moves: Array.from(moves, ([words, share]) => (share === whole ? words : t('{0}: {1}', percent(share), words))),
    churn:
      leastPossible < share
        ? t('This moves {0}, although {1} would be enough for these shares.', percent(share), percent(leastPossible))
        : undefined,
    // A bucket says nothing to people.
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

/** The user as short as can be: `city = "Paris", key user-3`. */
export function witnessInWords({ key, bucket, attributes, segments, now }: Witness): string {
  const parts = [
    ...Array.from(attributes, ([name, value]) => `${oneLine(name)} = ${quoted(value)}`),
    ...(segments ?? []).map((segment) => t('in segment {0}', quoted(segment))),
    ...(key === undefined ? [] : [t('key {0}', quoted(key))]),
    ...(bucket === undefined ? [] : [t('bucket {0}', bucket)]),
    ...(now === undefined ? [] : [instantInUtc(now)]),
  ];
  return parts.length === 0 ? t('a user without attributes') : parts.join(', ');
}

/** What a finding says, and of what; rules are counted from 1. */
export function findingInWords(finding: Finding, words: OutcomeWords): string {
  const { rules } = words.targeting;
  const message = messageOf(
    finding,
    (rule) => calledRule(rules[rule]?.node, rule),
    (variation) => words.outcome(variation),
  );
  if (!('rule' in finding)) return message;
  const place = words.rule(finding.rule);
  if (!('condition' in finding)) return `${place}: ${message}`;
  const conditions = listNamed(rules[finding.rule]?.node, 'conditions')?.items;
  return `${place}, ${withoutMarkdown(conditionInWords(conditions?.[finding.condition]))}: ${message}`;
}
