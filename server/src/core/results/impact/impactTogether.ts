/** Custom request `impact`: how toggles that change together, and toggles that require them, affect users. */
import { t } from '../../t.js';
import { Budget } from '../../budget.js';
import type { Impact as Found } from '../../analysis/impact/impact.js';
import { cannotTell, impactOf, impactOnDependent } from '../../analysis/impact/impact.js';
import { differenceOf } from '../../analysis/impact/difference.js';
import type { Side } from '../../analysis/dead/required.js';
import { withRequired } from '../../analysis/dead/required.js';
import type { DependentImpact, Impact } from '../../protocol.js';
import { whole } from '../../targeting/values/shares.js';
import type { Evaluated, Person } from '../evaluated.js';
import type { Dependent, Sides } from './impactWords.js';
import { changesInWords, dependentInWords, impactInWords } from './impactWords.js';
import { obstacleInWords } from '../reasons/reasonWords.js';
import { moveInWords } from '../outcomeWords.js';
import { changedUsers } from './usersWhoChange.js';
import { isEquivalent } from '../../targeting/state/state.js';

export interface Changing extends Sides {
  readonly dependents: readonly Dependent[];
}

/** @param changed keys of all toggles that change together */
export function combinedImpact(changing: Changing, changed: readonly string[], people: readonly Person[]): Impact {
  const own = impactBetween(changing.before, changing.after, people);
  const dependents = impactOnDependents(changing);
  const told = changing.dependents.filter(({ key }) => dependents.some(({ toggle }) => toggle === key));
  const requiredBy = ({ before, after }: Sides) =>
    [before, after].flatMap(({ arrival: { toggle, environment } }) => withRequired(toggle, environment));
  const keysOf = (sides: readonly Sides[]) => [...new Set(sides.flatMap(requiredBy).map(({ key }) => key))];
  const { key } = changing.after.arrival.toggle;
  const involved = keysOf([changing, ...told.flatMap(({ evaluated }) => evaluated ?? [])]);
  const together = changed.filter((each) => each !== key && involved.includes(each));
  const required = keysOf([changing]).filter((each) => each !== key && !changed.includes(each));
  return {
    ...own,
    ...(dependents.length > 0 && { dependents }),
    ...(together.length > 0 && { together }),
    ...(required.length > 0 && { required }),
  };
}

/** The impact on each dependent. Dependents that serve every user the same value as before are omitted. */
export function impactOnDependents(
  { before, after, dependents }: Changing,
  budget = new Budget(),
): readonly DependentImpact[] {
  return dependents.flatMap((dependent): readonly DependentImpact[] => {
    const { key, evaluated } = dependent;
    const [earlier, later] = [evaluated?.before.arrival, evaluated?.after.arrival];
    // If the environment freezes or the toggle does not reach SDKs, nobody gets a new value.
    if (later?.obstacle !== undefined) return [];
    // The impact is unknown if the earlier or later values are unknown.
    const isUnknown = earlier === undefined || later === undefined || earlier.obstacle !== undefined;
    const found = isUnknown
      ? cannotTell()
      : impactOnDependent(earlier, later, after.arrival.toggle.key, after.now, budget);
    if (found.who === 'nobody') return [];
    const words = dependentInWords(found, dependent, { before, after });
    return [{ toggle: key, who: found.who, most: found.most, words }];
  });
}

/**
 * How users' values differ between two environments. Rules that the files omit may differ between the environments.
 * @param areSegmentsShared whether the segments are the same in both environments, even if their users are unknown
 */
export function differenceBetween(
  one: Evaluated,
  other: Evaluated,
  people: readonly Person[],
  areSegmentsShared: boolean,
): Impact {
  return impactBetween(one, other, people, (from, to, now, budget) =>
    differenceOf(from, to, areSegmentsShared, now, budget),
  );
}

export function impactBetween(
  before: Evaluated,
  after: Evaluated,
  people: readonly Person[],
  find = foundBetween,
): Impact {
  const obstacle = after.arrival.obstacle ?? before.arrival.obstacle;
  if (obstacle !== undefined) {
    const why = obstacleInWords(obstacle);
    const words = after.arrival.obstacle === undefined ? t('Before: {0}', why) : why;
    const isBroken = breaks(before, after) && { breaks: true as const };
    return { who: 'unknown', most: whole, words, changes: [], users: [], asked: 0, unknown: 0, ...isBroken };
  }
  const budget = new Budget();
  const found = find(before.arrival, after.arrival, after.now, budget);
  const changes = changesInWords(found, before, after);
  const known = found.changes.flatMap(({ from, to, moves, share }) => (moves && isEquivalent(from, to) ? [share] : []));
  return {
    who: found.who,
    most: found.most,
    ...(found.who === 'unknown' && known.length > 0 && { known: Math.max(...known) }),
    words: impactInWords(
      found,
      changes.map(({ sentence }) => sentence),
    ),
    changes,
    ...usersBetween(before, after, people, budget),
  };
}

export function breaks(before: Evaluated, after: Evaluated): boolean {
  return after.arrival.ownObstacle !== undefined && before.arrival.ownObstacle === undefined;
}

/**
 * A file may leave its rules to the service. The rules are then unknown, but the same before and after the change.
 * If everything except the serves is unchanged, too, the users whom the unknown rules match keep their values.
 */
function foundBetween(before: Side, after: Side, now: number, budget: Budget): Found {
  const haveRules = [before, after].some(({ toggle }) => !toggle.hasUnknownRules || toggle.rules.length > 0);
  if (haveRules || JSON.stringify(besidesServes(before)) !== JSON.stringify(besidesServes(after)))
    return impactOf(before, after, now, budget);
  const withoutRules = ({ toggle, environment }: Side): Side => ({
    toggle: { ...toggle, hasUnknownRules: false },
    environment,
  });
  const found = impactOf(withoutRules(before), withoutRules(after), now, budget);
  // The rules may match everyone, so an example for the default is not a proof.
  const changes = found.changes.map((change) => ({ ...change, isShown: false, witness: undefined }));
  return { ...found, changes, who: found.who === 'nobody' ? 'nobody' : 'unknown', least: 0 };
}

function besidesServes({ toggle, environment }: Side) {
  const { isEnabled, prerequisites, variations } = toggle;
  const [, ...required] = withRequired(toggle, environment);
  return { isEnabled, prerequisites, variations, required };
}

/** The users whose value changes, and the number of users for whom this is unknown. Stops when the budget is spent. */
function usersBetween(
  before: Evaluated,
  after: Evaluated,
  people: readonly Person[],
  budget: Budget,
): Pick<Impact, 'users' | 'asked' | 'unknown'> {
  const { changed, ...counts } = changedUsers(before, after, people, budget);
  const users = changed.map(({ person, ...outcomes }) => {
    const [from, to] = moveInWords(
      { outcome: outcomes.from, words: before.words },
      { outcome: outcomes.to, words: after.words },
    );
    return { name: person.name, from, to };
  });
  return { users, ...counts };
}
