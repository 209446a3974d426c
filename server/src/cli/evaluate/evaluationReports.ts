/**
 * The output of `evaluate FILE`:
 *
 *     ✗ Rule 1 · beta
 *         ✓ "city" equals "Paris": "Paris"
 *         ✗ "app_version" is at least "2.4.0": 2.3.9 is less than 2.4.0
 *     Default
 *     Gives 0 (off), the value "false".
 */
import { t } from '../../core/t.js';
import { namesOf } from '../../core/checks/conditions/sdkWords.js';
import type { Outcome } from '../../core/evaluation/evaluate.js';
import { allFields } from '../../core/evaluation/leftToService.js';
import { evaluators } from '../../core/evaluation/sdks/sdks.js';
import type { Obstacle } from '../../core/evaluation/toggles.js';
import { leftOutNote, obstacleInWords, outcomeInWords, sdksInWords } from '../../core/results/reasons/reasonWords.js';
import { shortVariation } from '../../core/features/variations.js';
import { answerOf } from './answer.js';
import type { OneFile } from '../files/oneFile.js';
import type { Holds } from '../../core/results/reasons/reason.js';
import type { Answered, WrittenReason, WrittenStep } from './reason.js';
import { writtenReason } from './reason.js';
import { visible, visibleJson } from '../reports/visible.js';
import { sentencesOf } from '../../core/targeting/joined.js';

export interface Evaluated extends Answered {
  readonly file: OneFile;
  /** The index of the chosen evaluator in `evaluators`. */
  readonly place: number;
  readonly obstacles: readonly PlacedObstacle[];
  readonly leftToService: readonly string[];
  readonly isRightJson: boolean;
}

/** An obstacle with its place. Lines and columns start at 1. */
export interface PlacedObstacle {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly isOwn: boolean;
  readonly obstacle: Obstacle;
}

interface Reported {
  readonly report: string;
  /** Whether the value is known, the file is valid JSON, and the toggle reaches users. */
  readonly isCertain: boolean;
}

export const evaluationReports = {
  text: textReport,
  json: jsonReport,
} as const satisfies Readonly<Record<string, (evaluated: Evaluated) => Reported>>;

export type EvaluationFormat = keyof typeof evaluationReports;

/** The formats of `evaluate`; the first format is the default. */
export const evaluationFormats = Object.keys(evaluationReports) as readonly EvaluationFormat[];

function outcomeOf({ explanation, place }: Evaluated): Outcome {
  return explanation.results[place]?.outcome ?? 'depends';
}

function statusOf({ obstacles }: Evaluated): 'ok' | 'vanishes' | 'freezes' {
  if (obstacles.some(({ obstacle }) => obstacle.status === 'freezes')) return 'freezes';
  return obstacles.some(({ isOwn }) => isOwn) ? 'vanishes' : 'ok';
}

function isCertain(evaluated: Evaluated): boolean {
  return outcomeOf(evaluated) !== 'depends' && statusOf(evaluated) === 'ok' && evaluated.isRightJson;
}

function jsonReport(evaluated: Evaluated): Reported {
  const { toggle, explanation, place, leftToService } = evaluated;
  const [status, outcome] = [statusOf(evaluated), outcomeOf(evaluated)];
  const rest = {
    status,
    toggle: toggle.key,
    sdk: place === 0 ? undefined : evaluators[place],
    obstacles: evaluated.obstacles.map(({ obstacle, file, line, column }) => ({ ...obstacle, file, line, column })),
    leftToService,
    isRightJson: evaluated.isRightJson,
    reason: writtenReason(evaluated, outcome),
  };
  // The status `freezes` means that the environment stops updating, so the value is unknown.
  const instead = status === 'freezes' ? 'depends' : status === 'vanishes' ? 'code-default' : outcome;
  const isAsEvaluated = instead === explanation.results[place]?.outcome && status === 'ok';
  const results = isAsEvaluated
    ? explanation.results
    : explanation.results.map(() => ({ outcome: instead, rule: undefined }));
  return {
    report: `${visibleJson(answerOf(toggle, results, place, rest))}\n`,
    isCertain: isCertain(evaluated),
  };
}

function textReport(evaluated: Evaluated): Reported {
  const { file, explanation, obstacles, isRightJson, place, who } = evaluated;
  const outcome = outcomeOf(evaluated);
  const reason = writtenReason(evaluated, outcome);
  const called = (index: number) => calledIn(evaluated, index);
  const left = leftOutNote(file.document.root?.value, allFields);
  const lines = [
    ...(isRightJson ? [] : [t('{0} has syntax errors. This is what can be read of it:', file.path)]),
    ...obstacles.map(
      ({ file: path, line, column, obstacle }) => `${path}:${line}:${column} ${obstacleInWords(obstacle)}`,
    ),
    ...(left === undefined ? [] : [left]),
    ...wayInLines(reason),
    ...bucketLine(evaluated, reason),
    givenLine(evaluated, outcome, reason),
    ...(outcome === 'depends' ? [] : otherwise(sdksInWords(explanation.results, called, outcome))),
  ];
  const head = t('{0}, by {1}', JSON.stringify(evaluated.toggle.key), namesOf(who));
  const text = [...(place === 0 ? [] : [head]), ...lines].map(visible).join('\n');
  return { report: `${text}\n`, isCertain: isCertain(evaluated) };
}

function wayInLines({ by, prerequisites, rules }: WrittenReason): readonly string[] {
  if (by === 'disabled') return [t('The toggle is disabled: nothing else is evaluated.')];
  return [
    ...prerequisites.map((each) => stepLine(each)),
    ...rules.flatMap((rule) => [
      stepLine(rule),
      ...(rule.holds === 'unreached' ? [] : rule.conditions.map((each) => `    ${stepLine(each)}`)),
    ]),
    ...(by === 'default' ? [t('No rule matches: the default decides.')] : []),
  ];
}

function stepLine({ words, holds, why }: WrittenStep): string {
  const step = `${marks[String(holds) as `${Holds}`]} ${words}`;
  return why === undefined || why === '' ? step : t('{0}: {1}', step, why);
}

const marks: Readonly<Record<`${Holds}`, string>> = {
  true: '✓',
  false: '✗',
  depends: '?',
  throws: '!',
  unreached: '·',
};

function bucketLine({ explanation, toggle }: Evaluated, { bucket, by }: WrittenReason): readonly string[] {
  const serves =
    by === 'disabled' ? [toggle.disabledServe] : [...toggle.rules.map(({ serve }) => serve), toggle.defaultServe];
  if (bucket !== undefined) return [t('The user is in bucket {0} of {1}.', bucket, 10_000)];
  const isAsked =
    explanation.results.some(({ outcome }) => outcome === 'depends') &&
    explanation.bucket === undefined &&
    serves.some((serve) => typeof serve === 'object');
  return isAsked && by !== 'prerequisite' && by !== 'unknown-rules'
    ? [t('A split needs the key of the user: --key or --bucket')]
    : [];
}

function givenLine(evaluated: Evaluated, outcome: Outcome, { why }: WrittenReason): string {
  if (outcome === 'depends') return t('It depends on something unknown.');
  const given =
    typeof outcome === 'number'
      ? t('Result: {0}, value {1}.', calledIn(evaluated, outcome), evaluated.toggle.variations[outcome]?.text ?? '')
      : t('Result: {0}.', outcomeInWords(outcome, String));
  const isHeld = statusOf(evaluated) !== 'ok' || !evaluated.isRightJson;
  const sentence = isHeld ? t('Otherwise: {0}', given) : given;
  return why === undefined ? sentence : sentencesOf([sentence, why]);
}

function otherwise(sdks: readonly string[]): readonly string[] {
  return sdks.length === 0 ? [] : [t('SDKs with a different result:'), ...sdks.map((each) => `    ${each}`)];
}

/** @returns the name of a variation, for example `1 (beta)` */
function calledIn({ targeting }: Evaluated, index: number): string {
  const words = shortVariation(targeting.variations?.[index]?.node);
  return words === '' ? String(index) : t('{0} ({1})', index, words);
}
