/** textDocument/hover about users: who meets a condition or prerequisite, and which users a serve reaches. */
import { t } from '../t.js';
import type { Decider } from '../evaluation/decider.js';
import { deciderOf } from '../evaluation/decider.js';
import { decide } from '../evaluation/evaluate.js';
import { explainRule } from '../evaluation/explain.js';
import { official } from '../evaluation/sdks/sdks.js';
import type { Serve } from '../evaluation/toggles.js';
import type { Path } from '../json/nodes.js';
import { placeAt } from '../json/queries.js';
import { variationOfBucket } from '../evaluation/buckets.js';
import { enumeration, escapeMarkdown, inlineCode } from '../features/hover/markdown.js';
import type { OpenDocument } from '../features/openDocument.js';
import type { Evaluated, Person } from './evaluated.js';
import type { Holds } from './reasons/reason.js';
import { conditionReason } from './reasons/reason.js';
import { OutcomeWords } from './outcomeWords.js';
import { firstOf } from '../targeting/joined.js';

/** Maximum number of lines, and of names on one line. Other users are only counted. */
const [MAX_PEOPLE, MAX_NAMES] = [12, 5];

/** @returns a paragraph in Markdown; undefined outside conditions, prerequisites and serves, and without users */
export function usersAt(
  open: OpenDocument,
  offset: number,
  evaluated: Evaluated,
  people: readonly Person[],
): string | undefined {
  if (people.length === 0) return undefined;
  const { path } = placeAt(open.json, offset);
  const [content, list, index, key, position] = path;
  if (content !== 'content') return undefined;
  if (list === 'prerequisites') return whoMeets(evaluated, people, index);
  const { toggle } = evaluated.arrival;
  const rule = list === 'rules' && typeof index === 'number' ? toggle.rules[index] : undefined;
  if (rule !== undefined && key === 'conditions' && typeof position === 'number')
    return lines(people, (person) => {
      const step = explainRule(rule, evaluated.user(person), evaluated.arrival.environment).conditions[position];
      if (step === undefined) return '?';
      const { holds, why = '' } = conditionReason(step, official, evaluated.segmentAgeNote(step, person));
      return `${markOf(holds)}${why === '' ? '' : ` ${inlineCode(why)}`}`;
    });
  const isServe = key === 'serve' || list === 'defaultServe' || list === 'disabledServe';
  const serve = key === 'serve' ? rule?.serve : list === 'defaultServe' ? toggle.defaultServe : toggle.disabledServe;
  if (!isServe || serve === undefined) return undefined;
  if (typeof serve !== 'number') return lines(people, bucketLine(open, serve, evaluated));
  const users = counted(people, (person) => {
    const decider = evaluated.decided(person).decider;
    if (!leadsTo(decider, path)) return false;
    return decider.isKnown || 'depends';
  });
  return t('Served to {0}', users);
}

function leadsTo({ by, index }: Decider, [, list, at]: Path): boolean {
  if (list === 'disabledServe') return by === 'disabled' || by === 'prerequisite';
  return list === 'defaultServe' ? by === 'default' : by === 'rule' && index === at;
}

/** Evaluates the toggle as if enabled. @param index a prerequisite's index; undefined to include all prerequisites */
function whoMeets(
  evaluated: Evaluated,
  people: readonly Person[],
  index: Path[number] | undefined,
): string | undefined {
  const { toggle, environment } = evaluated.arrival;
  const prerequisites = toggle.prerequisites.filter((_, at) => index === undefined || at === index);
  if (prerequisites.length === 0) return undefined;
  const asked = { ...toggle, isEnabled: true, prerequisites };
  const users = counted(people, (person) => {
    const { by, isKnown } = deciderOf(asked, decide(asked, evaluated.user(person), environment), official);
    return by !== 'prerequisite' || (isKnown ? false : 'depends');
  });
  return t('Met by {0}', users);
}

/** Counts and lists users: `2 of 12 users: ada, bob`. */
function counted(people: readonly Person[], isMeant: (person: Person) => boolean | 'depends'): string {
  const found = people.map((person) => ({ name: person.name, is: isMeant(person) }));
  const names = found.flatMap(({ name, is }) => (is === true ? [inlineCode(name)] : []));
  const depending = found.filter(({ is }) => is === 'depends').length;
  const list = enumeration(names.slice(0, MAX_NAMES), Math.max(0, names.length - MAX_NAMES));
  const count = people.length;
  const known = names.length === 0 ? t('0 of {0} users', count) : t('{0} of {1} users: {2}', names.length, count, list);
  return depending === 0 ? known : t('{0}; {1} unknown', known, depending);
}

/** Returns the text after a user's name; undefined if the hovered part does not decide for the user. */
type Line = (person: Person) => string | undefined;

function lines(people: readonly Person[], line: Line): string | undefined {
  const all = people.flatMap((person) => {
    const words = line(person);
    return words === undefined ? [] : [`${inlineCode(person.name)} ${words}`];
  });
  if (all.length === 0) return undefined;
  return firstOf(all, MAX_PEOPLE).join('  \n');
}

function bucketLine(open: OpenDocument, serve: Serve, evaluated: Evaluated): Line {
  if (!Array.isArray(serve)) return () => undefined;
  const ranges = serve as Exclude<Serve, number | 'unknown'>;
  const words = new OutcomeWords(open.json);
  return (person) => {
    if (evaluated.decided(person).decider.serve !== serve) return undefined;
    const bucket = evaluated.user(person).bucketIn(evaluated.arrival.toggle.key);
    if (bucket === undefined) return '?';
    const served = variationOfBucket(ranges, bucket) ?? 'code-default';
    return `${t('bucket {0}', bucket)} → ${escapeMarkdown(words.outcome(served))}`;
  };
}

function markOf(holds: Holds): string {
  return holds === 'depends' ? '?' : holds === true ? '✓' : '✘';
}
