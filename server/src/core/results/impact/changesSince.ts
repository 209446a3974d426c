/** Custom request `changesSince`: how users' values have changed since an earlier version of a file, if known. */
import { t } from '../../t.js';
import { Budget, STEPS_WHILE_TYPING } from '../../budget.js';
import type { Impact, Place } from '../../analysis/impact/impact.js';
import { impactOf } from '../../analysis/impact/impact.js';
import type { Path } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import { isWellFormed } from '../../json/understood.js';
import type { Changed, ChangesSince, DependentImpact } from '../../protocol.js';
import type { OpenDocument } from '../../features/openDocument.js';
import { rangeOf } from '../../features/openDocument.js';
import { quoted } from '../attributeWords.js';
import { deciderInWords } from '../reasons/deciding.js';
import type { Evaluated, Person } from '../evaluated.js';
import { changesInWords } from './impactWords.js';
import { impactSentences } from './impactSentences.js';
import { moveInWords } from '../outcomeWords.js';
import type { UsersWhoChange, UserWhoChanges } from './usersWhoChange.js';
import { changedUsers } from './usersWhoChange.js';
import { clausesOf, sentencesOf } from '../../targeting/joined.js';

export interface Now {
  readonly evaluated: Evaluated;
  readonly users: readonly Person[];
}

export function changesSince(
  open: OpenDocument,
  earlier: Evaluated,
  { evaluated: later, users }: Now,
  budget = new Budget(STEPS_WHILE_TYPING),
): ChangesSince | undefined {
  const sides = [earlier, later];
  if (!sides.every(({ json, arrival }) => isWellFormed(json) && arrival.obstacle === undefined)) return undefined;
  const impact = impactOf(earlier.arrival, later.arrival, later.now, budget);
  const changing = changedUsers(earlier, later, users);
  const summary = summaryOf(impact, earlier, later, changing);
  if (summary === undefined) return undefined;
  const words = changesInWords(impact, earlier, later);
  const changes = words.map(({ place, moves, churn, example }, index): Changed => {
    const detail = sentencesOf([churn, example].filter((each) => each !== undefined));
    const to = impact.changes[index]?.to;
    return { isUser: false, who: place, what: clausesOf(moves), detail, ...(to && placed(open, pathOf(to))) };
  });
  return { summary, changes: [...changing.changed.map(changedUser(open, earlier, later)), ...changes] };
}

export function withDependents(said: ChangesSince, dependents: readonly DependentImpact[]): ChangesSince {
  if (dependents.length === 0) return said;
  const { length } = dependents;
  const more =
    length === 1
      ? t('{0}; {1} changes, too', said.summary, quoted(dependents[0]?.toggle ?? ''))
      : t('{0}; {1} other toggles change, too', said.summary, length);
  const rows = dependents.map(({ toggle, words }): Changed => ({
    isUser: false,
    who: toggle,
    what: '',
    detail: words,
  }));
  return { summary: more, changes: [...said.changes, ...rows] };
}

function changedUser(open: OpenDocument, earlier: Evaluated, later: Evaluated): (user: UserWhoChanges) => Changed {
  return ({ person, from, to, before, after }) => {
    const [by, byNow] = [deciderInWords(earlier, before.decider), deciderInWords(later, after.decider)];
    return {
      isUser: true,
      who: person.name,
      what: moveInWords({ outcome: from, words: earlier.words }, { outcome: to, words: later.words }).join(' → '),
      detail: by === byNow ? byNow : `${by} → ${byNow}`,
      ...placed(open, after.decider.path),
    };
  };
}

/** Counts the known users whose value changes. If no known user's value changes, describes the shares of all users. */
function summaryOf(
  impact: Impact,
  earlier: Evaluated,
  later: Evaluated,
  { changed, unknown, asked: count }: UsersWhoChange,
): string | undefined {
  const { who } = impact;
  if (who === 'nobody') return t("nobody's value changes");
  if (changed.length > 0)
    return unknown === 0
      ? t('{0} of {1} users change', changed.length, count)
      : t('{0} of {1} users change; {2} unknown', changed.length, count, unknown);
  const isNoneOfThem = count > 0 && unknown === 0;
  if (who === 'unknown') return isNoneOfThem ? t('{0} of {1} users change', 0, count) : undefined;
  if (isNoneOfThem) return t('none of the {0} users change, but others do', count);
  const [sentence, ...others] = new Set(impactSentences(impact, { before: earlier, after: later }));
  return impact.isComplete && sentence !== undefined && others.length === 0
    ? sentence
    : t('the value changes for some users');
}

function pathOf({ by, index = 0 }: Place): Path {
  switch (by) {
    case 'rule':
      return ['content', 'rules', index];
    case 'prerequisite':
      return ['content', 'prerequisites', index];
    case 'default':
      return ['content', 'defaultServe'];
    case 'disabled':
      return ['content', 'disabledServe'];
  }
}

function placed(open: OpenDocument, path: Path): Pick<Changed, 'range'> {
  const node = nodeAt(open.json, path);
  return node === undefined ? {} : { range: rangeOf(open, node) };
}
