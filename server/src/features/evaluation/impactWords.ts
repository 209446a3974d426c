/** The effect of a change in plain words: who gets something else, and which targeting is dead now or no longer. */
import { t } from '@vscode/l10n';
import type { Finding } from '../../analysis/findings.js';
import type { Change, Impact, Place } from '../../analysis/impact.js';
import type { Witness } from '../../analysis/witness.js';
import type { JsonDocument } from '../../json/document.js';
import { listNamed } from '../../json/queries.js';
import { targetingOf } from '../../targeting/model.js';
import { percent, whole } from '../../targeting/shares.js';
import { conditionInWords } from '../hover/condition.js';
import { withoutMarkdown } from '../hover/plainWords.js';
import { oneLine } from '../variations.js';
import { instantInUtc, quoted } from './attributeWords.js';
import { OutcomeWords } from './words.js';

export function impactInWords({ who, least, most, total }: Impact): string {
  if (who === 'nobody') return t('Nobody gets anything else.');
  if (who === 'unknown') return t('Whether anybody gets something else is not known.');
  if (total === whole) return t('Everybody gets something else.');
  if (total !== undefined) return t('{0} of all buckets get something else.', percent(total));
  return t(
    'Some users get something else: between {0} and {1}, depending on what decides.',
    percent(least),
    percent(most),
  );
}

export interface ChangeInWords {
  /** What decides before and afterwards. */
  readonly place: string;
  /** From what to what, with the buckets. */
  readonly moves: readonly string[];
  /** Where fewer users could have been moved. */
  readonly churn: string | undefined;
  readonly example: string | undefined;
}

export function changeInWords(change: Change, before: JsonDocument, after: JsonDocument): ChangeInWords {
  const { from, to, buckets, share, leastPossible, witness } = change;
  const [fromPlace, toPlace] = [placeInWords(from, before), placeInWords(to, after)];
  const [fromWords, toWords] = [new OutcomeWords(before), new OutcomeWords(after)];
  const called = (outcome: (typeof buckets)[number]['from'], words: OutcomeWords) =>
    outcome.kind === 'unknown'
      ? t('it depends')
      : words.outcome(outcome.kind === 'variation' ? outcome.index : outcome.kind);
  return {
    place: fromPlace === toPlace ? toPlace : `${fromPlace} → ${toPlace}`,
    moves: buckets.map(({ start, end, from: old, to: now }) => {
      const values = `${called(old, fromWords)} → ${called(now, toWords)}`;
      return end - start === whole
        ? values
        : t('buckets {0} to {1}, {2}: {3}', start, end - 1, percent(end - start), values);
    }),
    churn:
      leastPossible < share
        ? t('This moves {0}, although {1} would be enough for these shares.', percent(share), percent(leastPossible))
        : undefined,
    example: witness && t('For example: {0}', witnessInWords(witness)),
  };
}

export function placeInWords({ by, index = 0 }: Place, document: JsonDocument): string {
  switch (by) {
    case 'disabled':
      return t('disabled');
    case 'default':
      return t('default');
    case 'rule':
      return new OutcomeWords(document).rule(index);
    case 'prerequisite':
      return t('prerequisite {0} is not met', quoted(targetingOf(document).prerequisites[index]?.key ?? '…'));
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
  return parts.length === 0 ? t('anybody') : parts.join(', ');
}

/** What a finding says; rules are counted from 1. */
export function findingInWords(finding: Finding, document: JsonDocument): string {
  const words = new OutcomeWords(document);
  const condition = (rule: number, index: number) =>
    withoutMarkdown(conditionInWords(listNamed(targetingOf(document).rules[rule]?.node, 'conditions')?.items[index]));
  switch (finding.code) {
    case 'contradictory-conditions':
      return t('{0}: nobody can meet its conditions.', words.rule(finding.rule));
    case 'shadowed-rule':
      return t(
        '{0}: nobody comes to it, since those before it take everybody whom it would: {1}.',
        words.rule(finding.rule),
        finding.by.map((index) => words.rule(index)).join(', '),
      );
    case 'redundant-condition':
      return t(
        '{0}: whoever meets its other conditions meets this one, too: {1}.',
        words.rule(finding.rule),
        condition(finding.rule, finding.condition),
      );
    case 'redundant-object':
      return t(
        '{0}: object {1} makes no difference in: {2}.',
        words.rule(finding.rule),
        finding.object + 1,
        condition(finding.rule, finding.condition),
      );
    case 'rule-without-effect':
      return t('{0}: without it, everybody whom it takes gets the same.', words.rule(finding.rule));
    case 'never-served':
      return t('Nobody ever gets variation {0}.', words.outcome(finding.variation));
    case 'impossible-prerequisite': {
      const { key = '…' } = targetingOf(document).prerequisites[finding.prerequisite] ?? {};
      return t('Prerequisite {0} is never met.', quoted(key));
    }
  }
}
