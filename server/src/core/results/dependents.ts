/** What a change does to the toggles that require the changed one, in words. */
import { t } from '@vscode/l10n';
import type { ImpactOnDependent } from '../analysis/dependents.js';
import { cannotTell, impactOnDependent } from '../analysis/dependents.js';
import type { IsOver } from '../analysis/search.js';
import type { DependentImpact, Impact } from '../protocol.js';
import { sentencesOf } from '../targeting/joined.js';
import { percent, whole } from '../targeting/shares.js';
import { quoted } from './attributeWords.js';
import type { Evaluated } from './evaluated.js';
import type { MoveInWords, WordedSide } from './impactSentences.js';
import { movesInWords, sentenceOf, sideOf, subjectOf } from './impactSentences.js';

/** A toggle that requires the changed one, with that as it was and as it will be. */
export interface Dependent {
  readonly key: string;
  readonly before: Evaluated;
  readonly after: Evaluated;
  /** Keys from what it requires itself to the changed toggle. */
  readonly through: readonly string[];
}

/** More sentences about one toggle are harder to read than one about all. */
const MAX_SENTENCES = 2;

/** Of those that change, or may change; none for the others. */
export function impactOnDependents(
  before: Evaluated,
  after: Evaluated,
  dependents: readonly Dependent[],
  isOver: IsOver,
): Pick<Impact, 'dependents'> {
  const key = after.arrival.toggle.key;
  const changing = dependents.flatMap((dependent): readonly DependentImpact[] => {
    const { key: toggle, through } = dependent;
    const [earlier, later] = [dependent.before.arrival, dependent.after.arrival];
    // Of an environment that freezes, or of a toggle that does not arrive, nobody gets anything new.
    if (later.obstacle !== undefined) return [];
    // What SDKs had before, nobody knows then.
    const isUnknown = earlier.obstacle !== undefined;
    const found = isUnknown ? cannotTell() : impactOnDependent(earlier, later, [key], after.now, isOver);
    if (found.who === 'nobody') return [];
    const words = `${inWords(found, dependent, sideOf(before), sideOf(after))} ${whyInWords(toggle, through)}`;
    return [{ toggle, who: found.who, most: found.most, words }];
  });
  return changing.length === 0 ? {} : { dependents: changing };
}

function inWords(
  { who, changes, isComplete, least, most }: ImpactOnDependent,
  dependent: Dependent,
  before: WordedSide,
  after: WordedSide,
): string {
  const toggle = quoted(dependent.key);
  if (who === 'unknown' && most === whole)
    return t("It is unknown whether anyone's value of toggle {0} changes, too.", toggle);
  if (who === 'unknown')
    return t('The value of toggle {0} may change, too, for up to {1} of all buckets.', toggle, percent(most));
  const moves = changes.map(
    (change) => change.moves && movesInWords(change.moves, dependent.before.words, dependent.after.words),
  );
  const sentences = sentencesFor(moves);
  if (isComplete && sentences !== undefined && sentences.length <= MAX_SENTENCES)
    return t('Toggle {0} changes, too: {1}', toggle, sentencesOf(sentences));
  return least === most
    ? t('Toggle {0} changes, too, for {1} of all buckets.', toggle, percent(most))
    : t('Toggle {0} changes, too, for some users: up to {1} of all buckets.', toggle, percent(most));

  /** One for everyone where all change alike. */
  function sentencesFor(all: readonly (readonly MoveInWords[] | undefined)[]): readonly string[] | undefined {
    const [[only, another] = []] = all;
    const areAlike = all.every((each) => JSON.stringify(each) === JSON.stringify(all[0]));
    if (least === whole && only !== undefined && another === undefined && areAlike)
      return [t('Everyone changes from {0} to {1}.', only.from, only.to)];
    const told = changes.map((change, index) => {
      const subject = subjectOf(change, before, after, false);
      return subject && sentenceOf(subject, change.most, all[index] ?? []);
    });
    return told.every((sentence) => sentence !== undefined) ? told : undefined;
  }
}

/** What requires what, from the dependent to the changed toggle. */
function whyInWords(toggle: string, through: readonly string[]): string {
  const chain = [toggle, ...through];
  return sentencesOf(through.map((key, index) => t('{0} requires {1}.', quoted(chain[index] ?? ''), quoted(key))));
}
