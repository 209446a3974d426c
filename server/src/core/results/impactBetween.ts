/** Our own request `impact`: what a push does to people, from what is live to what would be. */
import { t } from '@vscode/l10n';
import type { Impact as Found, Side } from '../analysis/impact.js';
import { differenceOf } from '../analysis/difference.js';
import { impactForSdks } from '../analysis/impactForSdks.js';
import { withRequired } from '../analysis/required.js';
import type { IsOver } from '../analysis/search.js';
import type { Impact } from '../protocol.js';
import { whole } from '../targeting/shares.js';
import type { Evaluated, Person } from './evaluated.js';
import { sideOf } from './impactSentences.js';
import { changesInWords, impactInWords } from './impactWords.js';
import { obstacleInWords } from './reasonWords.js';
import { moveInWords } from './words.js';
import { usersWhoChange } from './usersWhoChange.js';

export function impactBetween(before: Evaluated, after: Evaluated, people: readonly Person[], isOver: IsOver): Impact {
  return toldBetween(before, after, people, isOver, foundBetween);
}

/**
 * What users get otherwise in one environment than in another: a service may have other rules in each where the files have none.
 * @param areSegmentsShared whether a segment is the same in both, also where nobody knows who is in it
 */
export function differenceBetween(
  one: Evaluated,
  other: Evaluated,
  people: readonly Person[],
  areSegmentsShared: boolean,
  isOver: IsOver,
): Impact {
  return toldBetween(one, other, people, isOver, (from, to, now) =>
    differenceOf(from, to, areSegmentsShared, now, isOver),
  );
}

function toldBetween(
  before: Evaluated,
  after: Evaluated,
  people: readonly Person[],
  isOver: IsOver,
  find: typeof foundBetween,
): Impact {
  const obstacle = after.arrival.obstacle ?? before.arrival.obstacle;
  if (obstacle !== undefined) {
    const why = obstacleInWords(obstacle);
    const words = after.arrival.obstacle === undefined ? t('Before: {0}', why) : why;
    const isBroken = breaks(before, after) && { breaks: true as const };
    return { who: 'unknown', most: whole, words, changes: [], users: [], asked: 0, unknown: 0, ...isBroken };
  }
  const found = find(before.arrival, after.arrival, after.now, isOver);
  const changes = changesInWords(found, sideOf(before), sideOf(after));
  return {
    who: found.who,
    most: found.most,
    words: impactInWords(found, changes),
    changes,
    ...usersBetween(before, after, people, isOver),
  };
}

/** The service can build the toggle as it was, and not as it would be. */
export function breaks(before: Evaluated, after: Evaluated): boolean {
  return after.arrival.ownObstacle !== undefined && before.arrival.ownObstacle === undefined;
}

/**
 * Of a file that leaves its rules to the service, nobody knows them; they are the same before and after, so where all else that
 * they depend on is the same as well, those whom they serve get what they got.
 */
function foundBetween(before: Side, after: Side, now: number, isOver: IsOver): Found {
  const haveRules = [before, after].some(({ toggle }) => !toggle.hasUnknownRules || toggle.rules.length > 0);
  if (haveRules || JSON.stringify(besidesServes(before)) !== JSON.stringify(besidesServes(after)))
    return impactForSdks(before, after, now, isOver);
  const withoutRules = ({ toggle, environment }: Side): Side => ({
    toggle: { ...toggle, hasUnknownRules: false },
    environment,
  });
  const found = impactForSdks(withoutRules(before), withoutRules(after), now, isOver);
  // Perhaps the rules leave nobody to the default, so an example shows nothing.
  const changes = found.changes.map((change) => ({ ...change, isShown: false, witness: undefined }));
  return { ...found, changes, who: found.who === 'nobody' ? 'nobody' : 'unknown', total: undefined, least: 0 };
}

function besidesServes({ toggle, environment }: Side) {
  const { isEnabled, prerequisites, variations } = toggle;
  const [, ...required] = withRequired(toggle, environment);
  return { isEnabled, prerequisites, variations, required };
}

/** Those who surely get a different value and how many may, as far as time allows to look. */
function usersBetween(
  before: Evaluated,
  after: Evaluated,
  people: readonly Person[],
  isOver: IsOver,
): Pick<Impact, 'users' | 'asked' | 'unknown'> {
  const { changed, ...counts } = usersWhoChange(before, after, people, isOver);
  const users = changed.map(({ person, ...outcomes }) => {
    const [from, to] = moveInWords(
      { outcome: outcomes.from, words: before.words },
      { outcome: outcomes.to, words: after.words },
    );
    return { name: person.name, from, to };
  });
  return { users, ...counts };
}
