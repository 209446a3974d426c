/** Our own request `changesSince`: what users get otherwise than with an earlier text of the file. Of what cannot be told, nothing is said. */
import { t } from '@vscode/l10n';
import type { Impact, Place } from '../../analysis/impact.js';
import { impactOf } from '../../analysis/impact.js';
import { areSameOutcome, outcomeOf } from '../../analysis/outcomes.js';
import type { Path } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import { isUnderstood } from '../../json/understood.js';
import type { Changed, ChangesSince } from '../../protocol.js';
import { percent, whole } from '../../targeting/shares.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';
import { deciderInWords } from './deciding.js';
import type { Evaluated, Person } from './evaluated.js';
import { changeInWords, placeInWords } from './impactWords.js';
import { OutcomeWords } from './words.js';

export interface Now {
  readonly evaluated: Evaluated;
  readonly users: readonly Person[];
}

/** @param isOver says when to stop looking for what concerns users whom nobody knows */
export function changesSince(
  open: OpenDocument,
  earlier: Evaluated,
  { evaluated: later, users }: Now,
  isOver: () => boolean,
): ChangesSince | undefined {
  const sides = [earlier, later];
  if (!sides.every(({ json, arrival }) => isUnderstood(json) && arrival.obstacle === undefined)) return undefined;
  const impact = impactOf(earlier.arrival, later.arrival, later.now, isOver);
  const changed = changedUsers(open, earlier, later, users);
  const summary = summaryOf(impact, earlier, later, { ...changed, count: users.length });
  if (summary === undefined) return undefined;
  const changes = impact.changes.map((change): Changed => {
    const { place, moves, churn, example } = changeInWords(change, earlier.json, later.json);
    const detail = [churn, example].filter((words) => words !== undefined).join(' ');
    return { isUser: false, who: place, what: moves.join('; '), detail, ...placed(open, pathOf(change.to)) };
  });
  return { summary, changes: [...changed.changes, ...changes] };
}

interface ChangedUsers {
  readonly changes: readonly Changed[];
  /** Of how many users it is not known whether they get something else. */
  readonly unknown: number;
}

function changedUsers(
  open: OpenDocument,
  earlier: Evaluated,
  later: Evaluated,
  users: readonly Person[],
): ChangedUsers {
  const [fromWords, toWords] = [new OutcomeWords(earlier.json), new OutcomeWords(later.json)];
  const changes: Changed[] = [];
  let unknown = 0;
  for (const person of users) {
    const [before, after] = [earlier.decided(person), later.decided(person)];
    const [from, to] = [before.results[0]?.outcome ?? 'depends', after.results[0]?.outcome ?? 'depends'];
    const [old, now] = [outcomeOf(earlier.arrival.toggle, from), outcomeOf(later.arrival.toggle, to)];
    if (old.kind === 'unknown' || now.kind === 'unknown') unknown += 1;
    else if (!areSameOutcome(old, now)) {
      const by = [
        deciderInWords(earlier, before.decider, fromWords),
        deciderInWords(later, after.decider, toWords),
      ] as const;
      changes.push({
        isUser: true,
        who: person.name,
        what: `${fromWords.outcome(from)} → ${toWords.outcome(to)}`,
        detail: by[0] === by[1] ? by[1] : by.join(' → '),
        ...placed(open, after.decider.path),
      });
    }
  }
  return { changes, unknown };
}

/** Users at hand come before shares of those whom nobody knows. */
function summaryOf(
  { who, changes, isComplete, most, total }: Impact,
  earlier: Evaluated,
  later: Evaluated,
  users: ChangedUsers & { readonly count: number },
): string | undefined {
  const { count, unknown } = users;
  if (who === 'nobody') return t('nobody gets anything else');
  if (users.changes.length > 0)
    return unknown === 0
      ? t('{0} of {1} users change', users.changes.length, count)
      : t('{0} of {1} users change; of {2} it is not known', users.changes.length, count, unknown);
  const isNoneOfThem = count > 0 && unknown === 0;
  if (who === 'unknown') return isNoneOfThem ? t('{0} of {1} users change', 0, count) : undefined;
  if (isNoneOfThem) return t('{0} of {1} users change, but others do', 0, count);
  if (total === whole) return t('everybody gets something else');
  if (total !== undefined) return t('{0} of all users get something else', percent(total));
  const [change, another] = changes;
  if (change === undefined || another !== undefined || !isComplete) return t('some users get something else');
  const place = placeInWords(change.to, later.json);
  if (place !== placeInWords(change.from, earlier.json)) return t('some users get something else');
  return most === whole
    ? t('whoever comes to {0} gets something else', place)
    : t('{0} of those who come to {1} get something else', percent(most), place);
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
