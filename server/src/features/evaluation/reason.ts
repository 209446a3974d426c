/** Our own request `reason`: the way to what a user gets, step by step. */
import { t } from '@vscode/l10n';
import type { ExplainedCondition, ExplainedPart, ExplainedPrerequisite } from '../../evaluation/explain.js';
import { none, official } from '../../evaluation/sdks.js';
import type { Verdict } from '../../evaluation/verdict.js';
import type { JsonNode, Path } from '../../json/nodes.js';
import { nodeAt, textNamed } from '../../json/queries.js';
import { conditionOf, objectsOf } from '../../targeting/model.js';
import { whole } from '../../targeting/shares.js';
import type { ReasonStep } from '../../protocol.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';
import { oneLine } from '../variations.js';
import type { Evaluated, Person } from './evaluated.js';
import { attributeInWords } from './attributeWords.js';
import { requiredServes, whyNot } from './reasonWords.js';
import { OutcomeWords } from './words.js';

export function reason(open: OpenDocument, evaluated: Evaluated, person: Person): readonly ReasonStep[] {
  const words = new OutcomeWords(open.json);
  const { prerequisites, rules, results, bucket } = evaluated.explanation(person);
  const at = (path: Path) => {
    const node = nodeAt(open.json, path);
    return { node, place: node === undefined ? {} : { range: rangeOf(open, node) } };
  };
  const decided = results[0] ?? { outcome: 'depends', rule: undefined };
  const { isEnabled, defaultServe, disabledServe } = evaluated.arrival.toggle;
  const isUnmet = prerequisites.some(({ reached, met }) => (reached & official) !== none && (met & official) === none);
  const isUnknown = isUnmet && decided.outcome === 'depends';
  const last = isEnabled && !isUnmet ? 'defaultServe' : 'disabledServe';
  const serve = decided.rule === undefined ? (last === 'defaultServe' ? defaultServe : disabledServe) : undefined;
  const inBucket = (each: unknown) =>
    Array.isArray(each) && bucket !== undefined ? [t('bucket {0} of {1}', bucket, whole)] : [];
  return [
    ...prerequisites.map((each, index): ReasonStep => {
      const { node, place } = at(['content', 'prerequisites', index]);
      return { ...prerequisiteStep(each, node), ...place, steps: [] };
    }),
    ...rules.map((rule, index): ReasonStep => {
      const { place } = at(['content', 'rules', index]);
      const isReached = (rule.reached & official) !== none;
      const isDeciding = decided.rule === index;
      const served = isDeciding
        ? [words.outcome(decided.outcome), ...inBucket(evaluated.arrival.toggle.rules[index]?.serve)]
        : [];
      return {
        words: words.rule(index),
        detail: served.join(' · '),
        state: isReached ? stateOf(rule.verdict) : 'unreached',
        ...place,
        steps: rule.conditions.map((condition, position) => {
          const { node, place: there } = at(['content', 'rules', index, 'conditions', position]);
          return { ...conditionStep(condition, node), ...there, steps: [] };
        }),
      };
    }),
    {
      words:
        last === 'defaultServe'
          ? t('default')
          : isUnknown
            ? t('it depends on a prerequisite that is not known')
            : isUnmet
              ? t('disabledServe, as a prerequisite is not met')
              : t('disabled'),
      detail: serve === undefined || isUnknown ? '' : [words.outcome(decided.outcome), ...inBucket(serve)].join(' · '),
      state: serve === undefined ? 'unreached' : decided.outcome === 'depends' ? 'depends' : 'holds',
      ...at(['content', last]).place,
      steps: [],
    },
  ];
}

export function stateOf({ holds, depends }: Verdict): 'holds' | 'fails' | 'depends' {
  if ((depends & official) !== none) return 'depends';
  return (holds & official) === none ? 'fails' : 'holds';
}

function prerequisiteStep(
  { key, reached, met, serves }: ExplainedPrerequisite,
  node: JsonNode | undefined,
): Omit<ReasonStep, 'range' | 'steps'> {
  const words = t('requires {0} = {1}', oneLine(key ?? ''), oneLine(textNamed(node, 'value') ?? ''));
  if ((reached & official) === none) return { words, detail: '', state: 'unreached' };
  if ((met & official) !== none) return { words, detail: '', state: 'holds' };
  return {
    words,
    detail: requiredServes({ serves }),
    state: serves === 'unknown' || serves === 'depends' ? 'depends' : 'fails',
  };
}

function conditionStep(
  { verdict, parts }: ExplainedCondition,
  node: JsonNode | undefined,
): Omit<ReasonStep, 'range' | 'steps'> {
  const state = stateOf(verdict);
  const decisive = parts.find((part) => stateOf(part.verdict) === state) ?? parts[0];
  return { words: conditionLine(node), detail: decisive === undefined ? '' : detailOf(decisive, state), state };
}

/** The value that it looked at, or why it does not hold. */
export function detailOf(part: ExplainedPart, state: ReasonStep['state']): string {
  return state === 'holds' ? attributeInWords(part) : whyNot(part);
}

/** As short as the file has it: `age >= 18`. */
function conditionLine(node: JsonNode | undefined): string {
  if (node?.kind !== 'object') return '…';
  const { subject, predicate, leftPredicate, rightPredicate } = conditionOf(node);
  const objects = (key: 'objects' | 'rightObjects') => {
    const all = objectsOf(node, key);
    return [...all.slice(0, 3).map((object) => object ?? '…'), ...(all.length > 3 ? ['…'] : [])].join(', ');
  };
  const parts =
    predicate === 'between'
      ? [subject, leftPredicate, objects('objects'), t('and'), rightPredicate, objects('rightObjects')]
      : [subject, predicate, objects('objects')];
  return oneLine(parts.filter((part) => part !== undefined && part !== '').join(' '), 80);
}
