/** What a change does to the toggles that require changed ones, in words. */
import { t } from '@vscode/l10n';
import type { ImpactOnDependent } from '../analysis/dependents.js';
import { namesOf } from '../checks/sdkWords.js';
import { none } from '../evaluation/sdks.js';
import { cannotTell, impactOnDependent } from '../analysis/dependents.js';
import type { IsOver } from '../analysis/search.js';
import type { DependentImpact, Impact } from '../protocol.js';
import { listOf, sentencesOf } from '../targeting/joined.js';
import { percent, whole } from '../targeting/shares.js';
import { quoted } from './attributeWords.js';
import type { Evaluated } from './evaluated.js';
import type { WordedSide } from './impactSentences.js';
import { movesInWords, ofPerhapsNobody, sentenceOf, sideOf, subjectOf } from './impactSentences.js';

/** A toggle that does not change itself and requires changed ones, with these as they were and as they will be. */
export interface Dependent {
  readonly key: string;
  /** Undefined where what it serves is not known. */
  readonly evaluated: { readonly before: Evaluated; readonly after: Evaluated } | undefined;
  /** Keys from what it requires itself to a changed toggle; one for each of these. */
  readonly through: readonly (readonly string[])[];
}

/** More sentences about one toggle are harder to read than one about all. */
const MAX_SENTENCES = 2;

/**
 * Of those that change, or may change; none for the others.
 *
 * @param changed keys of all toggles that change together
 */
export function impactOnDependents(
  { before, after, dependents }: Changing,
  changed: readonly string[],
  isOver: IsOver,
): Pick<Impact, 'dependents'> {
  const keys = [...new Set([after.arrival.toggle.key, ...changed])];
  const changing = dependents.flatMap((dependent): readonly DependentImpact[] => {
    const { key: toggle, evaluated, through } = dependent;
    const [earlier, later] = [evaluated?.before.arrival, evaluated?.after.arrival];
    // Of an environment that freezes, or of a toggle that does not arrive, nobody gets anything new.
    if (later?.obstacle !== undefined) return [];
    // What SDKs had before, nobody knows then.
    const isUnknown = earlier === undefined || later === undefined || earlier.obstacle !== undefined;
    const found = isUnknown ? cannotTell() : impactOnDependent(earlier, later, keys, after.now, isOver);
    if (found.who === 'nobody') return [];
    const words = `${inWords(found, dependent, sideOf(before), sideOf(after))} ${whyInWords(toggle, through)}`;
    return [{ toggle, who: found.who, most: found.most, words }];
  });
  return changing.length === 0 ? {} : { dependents: changing };
}

/** A toggle that changes, and those that change with it. */
export interface Changing {
  readonly before: Evaluated;
  readonly after: Evaluated;
  readonly dependents: readonly Dependent[];
}

function inWords(
  found: ImpactOnDependent,
  { key, evaluated }: Dependent,
  before: WordedSide,
  after: WordedSide,
): string {
  const { who, least, most, sdks } = found;
  const toggle = quoted(key);
  if (who === 'unknown' && sdks !== none)
    return t('With the SDKs for {0}, the value of toggle {1} may change, too.', namesOf(sdks), toggle);
  if (who === 'unknown' && most === whole)
    return t("It is unknown whether anyone's value of toggle {0} changes, too.", toggle);
  if (who === 'unknown')
    return t('The value of toggle {0} may change, too, for up to {1} of all users.', toggle, percent(most));
  const sentences = evaluated && sentencesAbout(found, evaluated, before, after);
  if (sentences !== undefined) return t('Toggle {0} changes, too: {1}', toggle, sentencesOf(sentences));
  if (least === whole) return t('Toggle {0} changes, too, for everyone.', toggle);
  if (least === most) return t('Toggle {0} changes, too, for {1} of all users.', toggle, percent(most));
  return most === whole
    ? t('Toggle {0} changes, too, for some users, possibly all.', toggle)
    : t('Toggle {0} changes, too, for some users: up to {1} of all users.', toggle, percent(most));
}

/** What becomes of a toggle by the changes of those that it requires; of itself, where it changes, too. */
export function ownInWords(found: ImpactOnDependent, own: Pick<Changing, 'before' | 'after'>): string {
  const { who, least, most } = found;
  if (who === 'nobody') return t("Nobody's value changes.");
  if (who === 'unknown' && most === whole) return t("It is unknown whether anyone's value changes.");
  if (who === 'unknown') return t('The value may change for up to {0} of all users.', percent(most));
  const sentences = sentencesAbout(found, own, sideOf(own.before), sideOf(own.after));
  if (sentences !== undefined) return sentencesOf(sentences);
  if (least === whole) return t('The value changes for everyone.');
  if (least === most) return t('The value changes for {0} of all users.', percent(most));
  return most === whole
    ? t('The value changes for some users, possibly all.')
    : t('The value changes for some users: up to {0} of all users.', percent(most));
}

/**
 * One for everyone where all change alike; undefined where they would be too many, or not all is known.
 *
 * @param toggle whose values these are
 * @param before and `after`: the toggle whose places are told
 */
function sentencesAbout(
  { changes, isComplete, least }: ImpactOnDependent,
  toggle: Pick<Changing, 'before' | 'after'>,
  before: WordedSide,
  after: WordedSide,
): readonly string[] | undefined {
  const all = changes.map(({ moves }) => moves && movesInWords(moves, toggle.before.words, toggle.after.words));
  const [[only, another] = []] = all;
  const areAlike = all.every((each) => JSON.stringify(each) === JSON.stringify(all[0]));
  if (isComplete && least === whole && only !== undefined && another === undefined && areAlike)
    return [t('Everyone changes from {0} to {1}.', only.from, only.to)];
  if (!isComplete || changes.length > MAX_SENTENCES) return undefined;
  const told = changes.map(({ from, to, most: share, isShown }, index) => {
    const subject = from && to && subjectOf({ from, to }, before, after, false);
    const sentence = subject && sentenceOf(subject, share, all[index] ?? []);
    return sentence && (isShown() ? sentence : ofPerhapsNobody(sentence));
  });
  return told.every((sentence) => sentence !== undefined) ? told : undefined;
}

/** What requires what, from the dependent to the changed toggles. */
function whyInWords(toggle: string, through: readonly (readonly string[])[]): string {
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
