/** textDocument/hover: at a condition who passes, and why not; at a serve with a split the bucket of each user whom it serves. */
import { t } from '@vscode/l10n';
import { explainRule } from '../evaluation/explain.js';
import { official } from '../evaluation/sdks.js';
import type { Serve } from '../evaluation/toggles.js';
import type { Path } from '../json/nodes.js';
import { placeAt } from '../json/queries.js';
import { variationOfBucket } from '../evaluation/buckets.js';
import { escapeMarkdown, inlineCode } from '../features/hover/markdown.js';
import type { OpenDocument } from '../features/openDocument.js';
import type { Evaluated, Person } from './evaluated.js';
import type { Holds } from './reason.js';
import { conditionReason } from './reason.js';
import { OutcomeWords } from './words.js';

/** More are counted. */
const MAX_PEOPLE = 12;

/** @returns a paragraph in Markdown; undefined where there is nothing to say of users */
export function usersAt(
  open: OpenDocument,
  offset: number,
  evaluated: Evaluated,
  people: readonly Person[],
): string | undefined {
  if (people.length === 0) return undefined;
  const { path } = placeAt(open.json, offset);
  const line = lineAt(open, path, evaluated);
  if (line === undefined) return undefined;
  const all = people.flatMap((person) => {
    const words = line(person);
    return words === undefined ? [] : [`${inlineCode(person.name)} ${words}`];
  });
  if (all.length === 0) return undefined;
  const more = all.length - MAX_PEOPLE;
  return [...all.slice(0, MAX_PEOPLE), ...(more > 0 ? [t('and {0} more', more)] : [])].join('  \n');
}

/** Undefined for whom the place says nothing. */
type Line = (person: Person) => string | undefined;

function lineAt(open: OpenDocument, path: Path, evaluated: Evaluated): Line | undefined {
  const { toggle, environment } = evaluated.arrival;
  const [content, list, index, key, position] = path;
  if (content !== 'content') return undefined;
  const rule = list === 'rules' && typeof index === 'number' ? toggle.rules[index] : undefined;
  if (rule !== undefined && key === 'conditions' && typeof position === 'number') {
    return (person) => {
      const step = explainRule(rule, evaluated.user(person), environment).conditions[position];
      if (step === undefined) return '?';
      const { holds, why = '' } = conditionReason(step, official, evaluated.readNote(step, person));
      return `${markOf(holds)}${why === '' ? '' : ` ${inlineCode(why)}`}`;
    };
  }
  const isServe = key === 'serve' || list === 'defaultServe' || list === 'disabledServe';
  const serve = key === 'serve' ? rule?.serve : list === 'defaultServe' ? toggle.defaultServe : toggle.disabledServe;
  return isServe && serve !== undefined ? bucketLine(open, serve, evaluated) : undefined;
}

function bucketLine(open: OpenDocument, serve: Serve, evaluated: Evaluated): Line | undefined {
  if (!Array.isArray(serve)) return undefined;
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
