/** Writes sentences about an impact, such as `40% of those who match "staff" change from on to off.` */
import { t } from '../../t.js';
import type { Impact, Place } from '../../analysis/impact/impact.js';
import type { Move } from '../../analysis/impact/placeMoves.js';
import { clausesOf } from '../../targeting/joined.js';
import { oneLine } from '../../features/variations.js';
import { percent, whole } from '../../targeting/values/shares.js';
import { quoted } from '../attributeWords.js';
import type { Evaluated } from '../evaluated.js';
import type { OutcomeWords } from '../outcomeWords.js';
import { moveInWords } from '../outcomeWords.js';

/** A toggle before or after the change, with the texts for its variations and rules. */
type WordedSide = Pick<Evaluated, 'arrival' | 'words'>;

export interface WordedSides {
  readonly before: WordedSide;
  readonly after: WordedSide;
}

/**
 * @param toggle the toggle whose values change
 * @param told the toggle whose rules and default the sentences name
 * @returns a sentence for each change; undefined if a value is unknown, or if a prerequisite decides
 */
export function impactSentences(
  { changes, least, isWhereMet }: Impact,
  toggle: WordedSides,
  told = toggle,
): readonly (string | undefined)[] {
  const all = changes.map(({ moves }) => moves && movesInWords(moves, toggle.before.words, toggle.after.words));
  const [[only, another] = []] = all;
  const areAlike = all.every((each) => JSON.stringify(each) === JSON.stringify(all[0]));
  if (least === whole && only && another === undefined && areAlike)
    return changes.map(() => t('Everyone changes from {0} to {1}.', only.from, only.to));
  const ruleCount = told.after.arrival.toggle.rules.length;
  return changes.map(({ from, to, share, isShown }, index) => {
    if (!from || !to || [from, to].some(({ by }) => by === 'prerequisite')) return undefined;
    const isElse =
      told === toggle && index === ruleCount && changes.slice(0, index).every((each) => each.to?.by === 'rule');
    const subject = subjectOf(from, to, told, isElse);
    const sentence = sentenceOf(isWhereMet ? whereMet(subject) : subject, share, all[index] ?? []);
    return sentence === undefined || isShown ? sentence : t('{0} Perhaps there is no such user.', sentence);
  });
}

interface MoveInWords {
  readonly from: string;
  readonly to: string;
  readonly share: number;
}

/** Merges moves that have the same text. @returns undefined if a value is unknown */
function movesInWords(
  all: readonly Move[],
  before: OutcomeWords,
  after: OutcomeWords,
): readonly MoveInWords[] | undefined {
  const moves = new Map<string, MoveInWords>();
  for (const { from, to, share } of all) {
    if (from.kind === 'unknown' || to.kind === 'unknown') return undefined;
    const [old, now] = moveInWords(
      { outcome: from.kind === 'variation' ? from.index : from.kind, words: before },
      { outcome: to.kind === 'variation' ? to.index : to.kind, words: after },
    );
    const move = JSON.stringify([old, now]);
    moves.set(move, { from: old, to: now, share: (moves.get(move)?.share ?? 0) + share });
  }
  return [...moves.values()];
}

interface Subject {
  /** The subject of a sentence, in the singular; `some` returns a subject in the plural. */
  readonly all: string;
  readonly some: (share: string) => string;
}

function sentenceOf({ all, some }: Subject, share: number, moves: readonly MoveInWords[]): string | undefined {
  const [first, ...others] = moves;
  if (first === undefined) return undefined;
  const parts = clausesOf(moves.map(({ share, from, to }) => t('{0} from {1} to {2}', percent(share), from, to)));
  if (share === whole)
    return others.length === 0
      ? t('{0} changes from {1} to {2}.', all, first.from, first.to)
      : t('{0} changes: {1}.', all, parts);
  return others.length === 0
    ? t('{0} change from {1} to {2}.', some(percent(share)), first.from, first.to)
    : t('{0} change: {1}.', some(percent(share)), parts);
}

/** Limits the subject to users who meet the prerequisites. Other users do not reach rules or the default. */
function whereMet({ all, some }: Subject): Subject {
  return {
    all: t('If the prerequisites are met, {0}', `${all.slice(0, 1).toLowerCase()}${all.slice(1)}`),
    some: (share) => t('If the prerequisites are met, {0}', some(share)),
  };
}

/** The subject for users of `from` before the change and of `to` after. @param isElse whether all rules were named */
function subjectOf(from: Place, to: Place, { before, after }: WordedSides, isElse: boolean): Subject {
  const [old, now] = [ruleAt(from, before), ruleAt(to, after)];
  // While a toggle is disabled, no user reaches its rules.
  const isDisabled = [from, to].some(({ by }) => by === 'disabled');
  const isSame = isDisabled || (old === now && areSamePeople(from, before, after));
  if (from.by === 'disabled' && to.by === 'disabled') return everyone();
  const rule = from.by === 'disabled' ? now : old;
  if (isSame && rule !== undefined)
    return {
      all: t('Everyone who matches {0}', rule),
      some: (share) => t('{0} of those who match {1}', share, rule),
    };
  const hasRules = [before, after].some((side) => rulesOf(side).length > 0);
  if (!hasRules) return everyone();
  if (isSame && isElse) return { all: t('Everyone else'), some: (share) => t('{0} of all others', share) };
  if (isSame)
    return {
      all: t('Everyone who matches no rule'),
      some: (share) => t('{0} of those who match no rule', share),
    };
  if (old === undefined)
    return now === undefined
      ? {
          all: t('Everyone who still matches no rule'),
          some: (share) => t('{0} of those who still match no rule', share),
        }
      : {
          all: t('Everyone who now matches {0} instead of no rule', now),
          some: (share) => t('{0} of those who now match {1} instead of no rule', share, now),
        };
  if (now === undefined)
    return {
      all: t('Everyone who now matches no rule instead of {0}', old),
      some: (share) => t('{0} of those who now match no rule instead of {1}', share, old),
    };
  const isAnother = old === now && nameAt(from, before) === '' && hasMoved(from, to, before, after);
  if (old === now && !isAnother)
    return {
      all: t('Everyone who still matches {0}', now),
      some: (share) => t('{0} of those who still match {1}', share, now),
    };
  const matched = isAnother ? t('the earlier {0}', old) : old;
  return {
    all: t('Everyone who now matches {1} instead of {0}', matched, now),
    some: (share) => t('{0} of those who now match {2} instead of {1}', share, matched, now),
  };
}

function everyone(): Subject {
  return { all: t('Everyone'), some: (share) => t('{0} of all users', share) };
}

function rulesOf({ arrival }: WordedSide) {
  return arrival.toggle.rules;
}

function ruleAt({ by, index = 0 }: Place, side: WordedSide): string | undefined {
  if (by !== 'rule') return undefined;
  const name = nameAt({ index }, side);
  if (name === '') return t('rule {0}', index + 1);
  const isShared = rulesOf(side).some((_, other) => other !== index && nameAt({ index: other }, side) === name);
  return isShared ? t('rule {0} {1}', index + 1, quoted(name)) : quoted(name);
}

function nameAt({ index = 0 }: Pick<Place, 'index'>, { words }: WordedSide): string {
  return oneLine(words.targeting.rules[index]?.name ?? '');
}

/** Whether all rules up to this rule have the same conditions on both sides, so that the same users match this rule. */
function areSamePeople({ by, index = 0 }: Place, before: WordedSide, after: WordedSide): boolean {
  const [old, now] = [before, after].map((side) =>
    JSON.stringify(
      rulesOf(side)
        .slice(0, by === 'rule' ? index + 1 : undefined)
        .map(({ conditions }) => conditions),
    ),
  );
  return old === now;
}

/** Whether the places are different rules: the conditions of one of them are at another index on the other side. */
function hasMoved({ index: from }: Place, { index: to }: Place, before: WordedSide, after: WordedSide): boolean {
  const [earlier, later] = [before, after].map((side) =>
    rulesOf(side).map(({ conditions }) => JSON.stringify(conditions)),
  ) as [string[], string[]];
  const isElsewhere = (conditions: string | undefined, among: readonly string[], place: number | undefined) =>
    among.some((each, index) => each === conditions && index !== place);
  return isElsewhere(earlier[from ?? -1], later, to) || isElsewhere(later[to ?? -1], earlier, from);
}
