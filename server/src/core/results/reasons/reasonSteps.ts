/** Custom request `reason`: how the rules lead to a user's result, step by step. */
import { t } from '../../t.js';
import type { Decider } from '../../evaluation/decider.js';
import { official } from '../../evaluation/sdks/sdks.js';
import type { JsonNode, Path } from '../../json/nodes.js';
import { nodeAt, textNamed } from '../../json/queries.js';
import { conditionOf, objectsOf } from '../../targeting/model.js';
import { whole } from '../../targeting/values/shares.js';
import type { ReasonStep } from '../../protocol.js';
import type { OpenDocument } from '../../features/openDocument.js';
import { rangeOf } from '../../features/openDocument.js';
import { oneLine } from '../../features/variations.js';
import type { Evaluated, Person } from '../evaluated.js';
import type { Holds, Reasoned } from './reason.js';
import { reasonOf } from './reason.js';
import { OutcomeWords } from '../outcomeWords.js';

export function reasonSteps(open: OpenDocument, evaluated: Evaluated, person: Person): readonly ReasonStep[] {
  const words = new OutcomeWords(open.json);
  const explanation = evaluated.explanation(person);
  const { decider, bucket, prerequisites, rules } = reasonOf(
    evaluated.arrival.toggle,
    explanation,
    official,
    (condition) => evaluated.segmentAgeNote(condition, person),
  );
  const { outcome = 'depends' } = explanation.results[0] ?? {};
  const served = [
    words.outcome(outcome),
    ...(bucket === undefined ? [] : [t('bucket {0} of {1}', bucket, whole)]),
  ].join(' · ');
  const step = (path: Path, { holds, why = '' }: Reasoned, inWords: (node: JsonNode | undefined) => string) => {
    const node = nodeAt(open.json, path);
    const range = node && rangeOf(open, node);
    return {
      words: inWords(node),
      detail: why,
      state: stateOf(holds),
      ...(range !== undefined && { range }),
      steps: [],
    };
  };
  const isByRule = decider.by === 'rule';
  const last: Reasoned = isByRule
    ? { holds: 'unreached', why: undefined }
    : { holds: outcome === 'depends' ? 'depends' : true, why: decider.isKnown ? served : undefined };
  const lastPath = isByRule
    ? ['content', 'defaultServe']
    : decider.by === 'prerequisite'
      ? ['content', 'disabledServe']
      : decider.path;
  return [
    ...prerequisites.map((each, index) =>
      step(['content', 'prerequisites', index], each, (node) =>
        t(
          'requires {0} = {1}',
          oneLine(explanation.prerequisites[index]?.key ?? ''),
          oneLine(textNamed(node, 'value') ?? ''),
        ),
      ),
    ),
    ...rules.map(({ conditions, ...rule }, index) => {
      const path = ['content', 'rules', index];
      const isDeciding = isByRule && decider.index === index;
      return {
        ...step(path, isDeciding ? { ...rule, why: served } : rule, () => words.rule(index)),
        steps: conditions.map((each, position) => step([...path, 'conditions', position], each, conditionLine)),
      };
    }),
    step(lastPath, last, () => lastLine(decider)),
  ];
}

export function stateOf(holds: Holds): ReasonStep['state'] {
  if (holds === 'depends' || holds === 'unreached') return holds;
  return holds === true ? 'holds' : 'fails';
}

function lastLine({ by, isKnown }: Decider): string {
  switch (by) {
    case 'disabled':
      return t('disabled');
    case 'prerequisite':
      return isKnown
        ? t('disabledServe, because a prerequisite is not met')
        : t('it depends on an unknown prerequisite');
    case 'unknown-rules':
      return t('the file leaves its rules to the service');
    case 'rule':
    case 'default':
      return t('default');
  }
}

/** A condition in short form, as in the file: `age >= 18`. */
export function conditionLine(node: JsonNode | undefined): string {
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
