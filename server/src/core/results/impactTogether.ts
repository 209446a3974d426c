/** What toggles that change together do to people, those included that require them. */
import { impactOnDependent } from '../analysis/dependents.js';
import { withRequired } from '../analysis/required.js';
import type { IsOver } from '../analysis/search.js';
import type { Impact } from '../protocol.js';
import type { Changing } from './dependents.js';
import { impactOnDependents, ownInWords } from './dependents.js';
import type { Person } from './evaluated.js';
import { impactBetween } from './impactBetween.js';

/**
 * @param changed keys of all toggles that change
 * @param isOver for each step
 */
export function impactTogether(
  changing: Changing,
  changed: readonly string[],
  people: readonly Person[],
  isOver: () => IsOver,
): Impact {
  const own = impactOf(changing, changed, people, isOver);
  const others = impactOnDependents(changing, changed, isOver());
  const told = changing.dependents.filter(({ key }) => others.dependents?.some(({ toggle }) => toggle === key));
  const involved = [changing, ...told.flatMap(({ evaluated }) => evaluated ?? [])];
  const required = new Set(involved.flatMap(requiredBySides));
  const key = changing.after.arrival.toggle.key;
  const together = changed.filter((each) => each !== key && required.has(each));
  const unchanged = requiredBySides(changing).filter((each) => each !== key && !changed.includes(each));
  return {
    ...own,
    ...others,
    ...(together.length > 0 && { together }),
    ...(unchanged.length > 0 && { required: unchanged }),
  };
}

/** Where toggles that it requires change, too, all of it counts at once. */
function impactOf(
  { before, after }: Changing,
  changed: readonly string[],
  people: readonly Person[],
  isOver: () => IsOver,
): Impact {
  const own = impactBetween(before, after, people, isOver());
  const [earlier, later] = [before.arrival, after.arrival];
  const required = requiredBySides({ before, after });
  if (
    !changed.some((key) => key !== later.toggle.key && required.includes(key)) ||
    earlier.obstacle !== undefined ||
    later.obstacle !== undefined
  )
    return own;
  const keys = [...new Set([later.toggle.key, ...changed])];
  const found = impactOnDependent(earlier, later, keys, after.now, isOver());
  if (found.who === 'unknown' && found.most >= own.most) return own;
  const { who, most } = found;
  return { ...own, who, most, words: ownInWords(found, { before, after }), changes: [] };
}

/** Keys of the toggle and of all that it requires before or after. */
function requiredBySides(sides: Pick<Changing, 'before' | 'after'>): readonly string[] {
  const toggles = [sides.before, sides.after].flatMap(({ arrival: { toggle, environment } }) =>
    withRequired(toggle, environment),
  );
  return [...new Set(toggles.map(({ key }) => key))];
}
